-- Plain names for two members of subscriptions.announced. Releases do not know the column: it came with 0046, which
-- no release had. A server of an unreleased build that still runs beside this one finds no sent notice in such a row,
-- and may send one of the coming week a second time.

UPDATE subscriptions SET announced = announced - '{said,basis}'::text[]
    || jsonb_build_object('mailedContent', announced -> 'said', 'inputs', announced -> 'basis')
  WHERE announced ? 'said';
COMMENT ON COLUMN subscriptions.announced IS 'Last notice about a period end: endsAt, mailedContent (kind and amount), mailedAt, correctedAt (milliseconds), and inputs (values it depended on). NULL: no notice was due, or an earlier release sent it.';
