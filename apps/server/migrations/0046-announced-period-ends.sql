-- Content of the mail about the end of a period, so that a mail that is no longer true is corrected (decision 54).

ALTER TABLE subscriptions ADD COLUMN announced jsonb;
COMMENT ON COLUMN subscriptions.announced IS 'Last notice about a period end: endsAt, said (kind and amount), mailedAt, correctedAt (milliseconds), and basis (values it depended on). NULL: no notice was due, or an earlier release sent it.';
