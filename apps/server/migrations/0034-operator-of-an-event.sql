-- Security events name the operator they are about, and remember which operator looked at which customer.

ALTER TABLE security_events ADD COLUMN operator_id text REFERENCES operators;
COMMENT ON COLUMN security_events.operator_id IS 'Operator who did it, or whose sign-in was tried; NULL for events of customers and for addresses that no operator has.';
CREATE UNIQUE INDEX security_events_viewed ON security_events (operator_id, account_id, date_trunc('hour', at AT TIME ZONE 'UTC'))
  WHERE type = 'operator_viewed';
COMMENT ON INDEX security_events_viewed IS 'One row for each operator, customer and hour, however often the pages of the customer are read.';
