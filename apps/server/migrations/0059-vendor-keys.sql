-- Kind: expand
-- Servers of the vendor call /vendor/v1 with keys (decision 71).
CREATE TABLE vendor_keys (
  id text PRIMARY KEY,
  name text NOT NULL,
  secret_hash text NOT NULL UNIQUE,
  hint text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
COMMENT ON TABLE vendor_keys IS 'Keys of the vendor API. Never deleted: the audit log names them.';
COMMENT ON COLUMN vendor_keys.secret_hash IS 'SHA-256 of the key, which is not stored (INV-22).';
COMMENT ON COLUMN vendor_keys.hint IS 'First and last characters of the key, by which an operator recognises it.';
COMMENT ON COLUMN vendor_keys.last_used_at IS 'Written at most once a minute.';

CREATE TABLE vendor_idempotency_keys (
  vendor_key_id text NOT NULL REFERENCES vendor_keys,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'finished')),
  status_code integer,
  response jsonb,
  locked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (vendor_key_id, key)
);
COMMENT ON TABLE vendor_idempotency_keys IS 'First answers of calls of the vendor API, for 72 hours (INV-9).';
CREATE INDEX vendor_idempotency_keys_age ON vendor_idempotency_keys (created_at);
