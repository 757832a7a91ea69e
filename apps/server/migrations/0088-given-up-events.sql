-- Kind: expand
-- Transaction: none
-- The sweep deletes events that were given up, and the metrics count them.
CREATE INDEX CONCURRENTLY webhook_events_given_up ON webhook_events (given_up_at) WHERE processed_at IS NULL AND given_up_at IS NOT NULL;
