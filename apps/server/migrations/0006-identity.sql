-- What identity needs beyond signing in: links in mails, why a session ended, what the customer is told happened.

ALTER TABLE sessions DROP CONSTRAINT sessions_end_reason_check;
ALTER TABLE sessions ADD CONSTRAINT sessions_end_reason_check CHECK (end_reason IN
  ('signed_out', 'expired', 'refresh_reused', 'revoked', 'too_many', 'credentials_changed', 'account_closed'));

ALTER TABLE security_events ADD COLUMN user_agent text;
COMMENT ON COLUMN security_events.type IS 'One of activityTypes of the contract where the customer is told, anything else is for the operator alone.';

CREATE TABLE email_tokens (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  purpose text NOT NULL CHECK (purpose IN ('verify', 'change', 'reset')),
  email citext NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  voided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE email_tokens IS 'Links in mails. The secret of a link is derived from the id with a key of the installation, so nothing here opens one (INV-22).';
COMMENT ON COLUMN email_tokens.email IS 'The address the link was mailed to: what it verifies, or changes to.';
CREATE INDEX email_tokens_user ON email_tokens (user_id, purpose) WHERE used_at IS NULL AND voided_at IS NULL;
