-- Kind: expand
-- Locks: product_hook_deliveries
-- The operator site shows each attempt to send a message to a product, and sends test messages (decision 81).
CREATE TABLE product_hook_attempts (
  delivery_id text NOT NULL REFERENCES product_hook_deliveries ON DELETE CASCADE,
  number integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  http_status integer,
  error text,
  answer text CHECK (length(answer) <= 500),
  PRIMARY KEY (delivery_id, number)
);
CREATE INDEX product_hook_attempts_age ON product_hook_attempts (at);
COMMENT ON TABLE product_hook_attempts IS 'Attempts to send a message to a product, for 30 days.';
COMMENT ON COLUMN product_hook_attempts.duration_ms IS 'Time until the status of the answer, or until the error.';
COMMENT ON COLUMN product_hook_attempts.answer IS 'First characters of the body that the product answered. It may contain anything, so it is treated as personal data.';

ALTER TABLE product_hook_deliveries ALTER COLUMN account_id DROP NOT NULL;
COMMENT ON COLUMN product_hook_deliveries.account_id IS 'NULL: a test message, which is about no account.';
