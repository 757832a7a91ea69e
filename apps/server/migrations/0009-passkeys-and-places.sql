-- Passkeys, the newest activity by page, and identities kept by another provider.

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  rp_id text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  synced boolean NOT NULL,
  name text NOT NULL,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE passkeys IS 'Public keys that sign a user in. Nothing here opens an account: the private half never leaves the device.';
COMMENT ON COLUMN passkeys.rp_id IS 'The host name it was made for; browsers offer it nowhere else.';
COMMENT ON COLUMN passkeys.counter IS 'Of the last signature; a smaller or equal one comes from a copy. Zero where the device does not count.';
CREATE INDEX passkeys_user ON passkeys (user_id, created_at);

CREATE TABLE passkey_challenges (
  id text PRIMARY KEY,
  user_id text REFERENCES users,
  rp_id text NOT NULL,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE passkey_challenges IS 'What a passkey has to sign. A row goes when it is answered, so it is answered once.';
COMMENT ON COLUMN passkey_challenges.user_id IS 'Who may add a passkey with it; null for signing in, where nobody is known yet.';
CREATE INDEX passkey_challenges_age ON passkey_challenges (expires_at);

-- The id decides between events of one moment, so that a page ends between two of them.
CREATE INDEX security_events_newest ON security_events (account_id, at DESC, id DESC);
DROP INDEX security_events_account;
