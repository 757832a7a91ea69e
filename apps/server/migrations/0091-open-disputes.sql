-- Kind: expand
-- Transaction: none
-- The operator site lists payments in dispute, oldest first.
CREATE INDEX CONCURRENTLY payment_attempts_in_dispute ON payment_attempts (disputed_at, id) WHERE disputed_at IS NOT NULL AND dispute_closed_at IS NULL;
