-- BY-08: what the vendor's products are told, by signed webhooks.
CREATE TABLE product_hook_deliveries (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  account_id text NOT NULL REFERENCES accounts,
  product text NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  last_http_status integer,
  last_error text,
  last_attempt_at timestamptz,
  CHECK (status <> 'delivered' OR last_http_status BETWEEN 200 AND 299)
);
COMMENT ON TABLE product_hook_deliveries IS 'One message to one product; written in the transaction that causes it, together with its job (INV-26).';
COMMENT ON COLUMN product_hook_deliveries.id IS 'The header webhook-id: the same in every attempt, so that a product can leave a repeated message aside.';
COMMENT ON COLUMN product_hook_deliveries.seq IS 'Taken under the account''s lock: of two messages about an account the higher one is the later.';
COMMENT ON COLUMN product_hook_deliveries.data IS 'What the product needs to decide; no name, no address, nothing that opens a door.';
COMMENT ON COLUMN product_hook_deliveries.last_error IS 'A word such as timeout, never what the other side answered.';
CREATE INDEX product_hook_deliveries_failed ON product_hook_deliveries (last_attempt_at) WHERE status = 'failed';
CREATE INDEX product_hook_deliveries_account ON product_hook_deliveries (account_id);
CREATE INDEX product_hook_deliveries_delivered ON product_hook_deliveries (last_attempt_at) WHERE status = 'delivered';
