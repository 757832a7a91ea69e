-- Kind: expand
-- Recovery gives a payment up again at once when the column is set to NULL, so an operator does not do that by hand.
COMMENT ON COLUMN payment_attempts.given_up_at IS 'When recovery stopped, after seven days undecided. An operator then asks the gateway about it ("payments ask").';
