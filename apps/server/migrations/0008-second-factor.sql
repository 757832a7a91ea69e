-- Two-step authentication, devices that are known, and how long a wrong guess is remembered.

CREATE TABLE totp_secrets (
  user_id text PRIMARY KEY REFERENCES users,
  sealed_secret text NOT NULL,
  begun_at timestamptz NOT NULL,
  last_step bigint
);
COMMENT ON TABLE totp_secrets IS 'Secrets of one-time codes (RFC 6238). One counts when users.mfa_enabled_at is set; before that it waits for its two codes.';
COMMENT ON COLUMN totp_secrets.sealed_secret IS 'AES-256-GCM under a key of the installation, bound to the user (INV-22).';
COMMENT ON COLUMN totp_secrets.last_step IS 'Of the last code that was used; only grows, so a code works once (INV-18).';

CREATE TABLE recovery_codes (
  user_id text NOT NULL REFERENCES users,
  code_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
COMMENT ON TABLE recovery_codes IS 'Keyed hashes of the codes for a lost device; each works once.';

CREATE TABLE known_devices (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL
);
COMMENT ON TABLE known_devices IS 'Browsers that have signed in. Guesses from one are counted apart, so nobody can lock its owner out (threats.md §3). The token it holds is derived from the row, so none is stored.';
CREATE INDEX known_devices_user ON known_devices (user_id, last_used_at);

-- The column always meant the last one; now that old rows are removed by it, it says so.
ALTER TABLE failure_counters RENAME COLUMN window_started_at TO last_failure_at;
CREATE INDEX failure_counters_age ON failure_counters (last_failure_at);
