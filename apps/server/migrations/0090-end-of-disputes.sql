-- Kind: expand
-- Locks: payment_attempts
-- Operators see payments in dispute until the customer's bank has decided.
ALTER TABLE payment_attempts ADD COLUMN dispute_closed_at timestamptz;
COMMENT ON COLUMN payment_attempts.dispute_closed_at IS 'When no dispute of the payment was open any more, won or lost. NULL with disputed_at: one is open.';
