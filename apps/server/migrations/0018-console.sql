-- The vendor's people: who they are, how long they stay signed in, and the ways to what they look for.

CREATE TABLE operators (
  id text PRIMARY KEY,
  email citext NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  password_changed_at timestamptz NOT NULL,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['support', 'billing', 'catalogue', 'admin']),
  totp_sealed_secret text,
  totp_last_step bigint,
  last_sign_in_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE operators IS 'Who may use the console. There is nobody until the command line makes somebody (OP-01). Never deleted: the audit trail names them.';
COMMENT ON COLUMN operators.totp_sealed_secret IS 'Secret of one-time codes under a key of the installation, bound to the operator; NULL without a second step (INV-22).';
COMMENT ON COLUMN operators.totp_last_step IS 'Of the last code that was used; only grows, so a code works once (INV-18).';
CREATE UNIQUE INDEX operators_email ON operators (email) WHERE disabled_at IS NULL;
CREATE TRIGGER operators_touch BEFORE UPDATE ON operators FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE operator_sessions (
  id text PRIMARY KEY,
  operator_id text NOT NULL REFERENCES operators,
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  address inet,
  user_agent text
);
COMMENT ON TABLE operator_sessions IS 'Apart from those of customers: neither kind of token opens the other''s door.';
COMMENT ON COLUMN operator_sessions.token_hash IS 'SHA-256 of a random token that only the browser has (INV-22).';
CREATE INDEX operator_sessions_live ON operator_sessions (operator_id) WHERE ended_at IS NULL;

ALTER TABLE audit_log ADD COLUMN request_key text;
COMMENT ON COLUMN audit_log.request_key IS 'Idempotency-Key of the console''s call: a command that is sent twice is carried out once, because its record can be written once.';
CREATE UNIQUE INDEX audit_log_request_key ON audit_log (actor, request_key) WHERE request_key IS NOT NULL;

-- Search by how an address begins, and by the last four digits of a card; receipts, ids and charges have their own keys.
CREATE INDEX users_email_prefix ON users (lower(email::text) text_pattern_ops) WHERE deleted_at IS NULL;
CREATE INDEX payment_methods_last4 ON payment_methods (last4, created_at DESC);

-- The lists of the console, each in the order it is read.
CREATE INDEX audit_log_newest ON audit_log (wall_at DESC, id DESC);
CREATE INDEX export_reviews_waiting ON export_reviews (created_at, id) WHERE status = 'pending';
CREATE INDEX export_reviews_decided ON export_reviews (decided_at DESC) WHERE status <> 'pending';
CREATE INDEX export_reviews_account ON export_reviews (account_id, created_at DESC);
CREATE INDEX invoices_failing ON invoices (next_attempt_at) WHERE status = 'open' AND attempt_count > 0;
CREATE INDEX invoices_overdue ON invoices (overdue_at) WHERE status = 'open' AND overdue_at IS NOT NULL;
CREATE INDEX invoices_void ON invoices (account_id) WHERE status = 'void';
CREATE INDEX coupon_batches_newest ON coupon_batches (created_at DESC, id DESC);
CREATE INDEX coupon_redemptions_coupon ON coupon_redemptions (coupon_id, at DESC);
