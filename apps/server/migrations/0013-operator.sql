-- What the vendor's people do about money, and the record of it.

CREATE TABLE refunds (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  attempt_id text NOT NULL REFERENCES payment_attempts,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  tax_cents bigint NOT NULL CHECK (tax_cents BETWEEN 0 AND amount_cents),
  status text NOT NULL CHECK (status IN ('sending', 'succeeded', 'failed')),
  gateway_ref text,
  error_message text,
  lease_until timestamptz,
  sent_at timestamptz NOT NULL,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'sending') = (decided_at IS NULL))
);
COMMENT ON TABLE refunds IS 'Written before the gateway is asked; the id is the idempotency key of that call.';
CREATE INDEX refunds_account ON refunds (account_id);
CREATE INDEX refunds_attempt ON refunds (attempt_id);
CREATE UNIQUE INDEX refunds_undecided ON refunds (attempt_id) WHERE status = 'sending';
CREATE INDEX refunds_lost ON refunds (lease_until) WHERE status = 'sending';

CREATE TABLE audit_log (
  id text PRIMARY KEY,
  account_id text REFERENCES accounts,
  actor text NOT NULL,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text,
  reason text NOT NULL,
  after jsonb NOT NULL DEFAULT '{}',
  wall_at timestamptz NOT NULL,
  domain_at timestamptz
);
COMMENT ON TABLE audit_log IS 'Each command of an operator, in the transaction that carried it out: who, what, why (billing.md §1.6). Never changed.';
COMMENT ON COLUMN audit_log.domain_at IS 'The moment the account lived at, when that is its sandbox clock''s.';
CREATE INDEX audit_log_account ON audit_log (account_id, wall_at);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
