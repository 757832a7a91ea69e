-- Kind: expand
-- Locks: webhook_events
-- Separates an event that fails at the payment provider from one whose row is not there yet.
ALTER TABLE webhook_events ADD COLUMN failing_since timestamptz;
COMMENT ON COLUMN webhook_events.failing_since IS 'First of the failed tries since the last one that the provider answered. NULL: none failed.';
