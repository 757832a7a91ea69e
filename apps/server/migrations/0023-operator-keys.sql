-- What the console was answered to a command that may be sent twice.

CREATE TABLE operator_idempotency_keys (
  operator_id text NOT NULL REFERENCES operators,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'finished')),
  status_code integer,
  response jsonb,
  locked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operator_id, key)
);
COMMENT ON TABLE operator_idempotency_keys IS 'First answers of the console''s commands, for 72 hours (INV-9). That a command is carried out once is audit_log.request_key''s doing: a call that died after it committed is refused by it.';
CREATE INDEX operator_idempotency_keys_age ON operator_idempotency_keys (created_at);
