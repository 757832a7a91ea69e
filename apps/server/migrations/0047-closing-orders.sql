-- A closing that waits for the gateway is finished by the worker (decision 55).

CREATE TABLE closing_orders (
  account_id text PRIMARY KEY REFERENCES accounts,
  session_id text,
  request_id text,
  actor text,
  reason text,
  request_key text,
  ordered_at timestamptz NOT NULL,
  announced_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  retry_at timestamptz NOT NULL,
  CHECK ((actor IS NULL) = (reason IS NULL))
);
COMMENT ON TABLE closing_orders IS 'Orders to close an account, from the moment its card is taken off until the account is closed. Deleted when the gateway refuses, a card is saved or credentials change.';
COMMENT ON COLUMN closing_orders.actor IS 'Operator who ordered it, with the reason and the key of the request. NULL: the customer.';
COMMENT ON COLUMN closing_orders.announced_at IS 'When the customer was mailed that the closing waits for the gateway.';
CREATE INDEX closing_orders_due ON closing_orders (retry_at);
