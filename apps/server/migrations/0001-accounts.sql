-- People: who pays (accounts), who signs in (users), how long they stay signed in (sessions).

CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- One row a change: nothing may rewrite history.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: its rows are append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;

CREATE TABLE clocks (
  id text PRIMARY KEY,
  frozen_at timestamptz NOT NULL,
  status text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'advancing', 'failed')),
  advance_to timestamptz,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'advancing') = (advance_to IS NOT NULL))
);
COMMENT ON TABLE clocks IS 'Sandbox clocks: an account with one lives at frozen_at instead of at the present moment (billing.md §5).';
CREATE INDEX clocks_advancing ON clocks (lease_until) WHERE status = 'advancing';

CREATE TABLE accounts (
  id text PRIMARY KEY,
  brand text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  gateway text NOT NULL,
  gateway_customer_ref text,
  export_status text NOT NULL DEFAULT 'none' CHECK (export_status IN ('none', 'pending', 'cleared', 'denied')),
  balance_cents bigint NOT NULL DEFAULT 0,
  next_action_at timestamptz,
  clock_id text REFERENCES clocks,
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (gateway, gateway_customer_ref)
);
COMMENT ON TABLE accounts IS 'Who pays. The account is the unit of lock, of due work and of credit.';
COMMENT ON COLUMN accounts.balance_cents IS 'Negative is credit, as in a customer balance; equals the sum of customer_credit debits minus credits.';
COMMENT ON COLUMN accounts.next_action_at IS 'The earliest thing due for the account; recomputed in every billing write.';
CREATE INDEX accounts_due ON accounts (next_action_at) WHERE clock_id IS NULL;
CREATE INDEX accounts_due_on_clock ON accounts (clock_id, next_action_at) WHERE clock_id IS NOT NULL;

CREATE TABLE users (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  email citext NOT NULL,
  email_verified_at timestamptz,
  password_hash text NOT NULL,
  password_changed_at timestamptz,
  mfa_enabled_at timestamptz,
  allow_data_collection boolean NOT NULL DEFAULT false,
  claims jsonb NOT NULL DEFAULT '{}',
  cidr_restriction text,
  access_status text NOT NULL DEFAULT 'active',
  last_auth_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN users.claims IS 'Nested claim tree (SE-08): a check is true when the path exists and is not null.';
CREATE UNIQUE INDEX users_email ON users (email) WHERE deleted_at IS NULL;
CREATE INDEX users_account ON users (account_id);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  generation integer NOT NULL DEFAULT 0,
  stepped_at timestamptz NOT NULL,
  refresh_expires_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text CHECK (end_reason IN ('signed_out', 'expired', 'refresh_reused', 'revoked', 'too_many')),
  user_agent text,
  address inet,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sessions IS 'A sign-in and the family of refresh tokens that follow from it. No token is stored: each is derived from id and generation (INV-15).';
COMMENT ON COLUMN sessions.generation IS 'How often the refresh token was stepped; 0 is the token that came through the intake.';
COMMENT ON COLUMN sessions.stepped_at IS 'When the present generation was made: reuse of its predecessor within 10 s is a race, not a theft.';
CREATE INDEX sessions_live ON sessions (user_id, created_at) WHERE ended_at IS NULL;

CREATE TABLE addresses (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  seq integer NOT NULL,
  country text NOT NULL CHECK (length(country) = 2),
  first_name text NOT NULL,
  last_name text NOT NULL,
  organization text NOT NULL,
  address_line1 text NOT NULL,
  address_line2 text NOT NULL DEFAULT '',
  city text NOT NULL,
  state text NOT NULL DEFAULT '',
  postal_code text NOT NULL,
  phone1 text,
  ignore_validation boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, seq)
);
COMMENT ON TABLE addresses IS 'The highest seq is the current one; rows are never edited, so that receipts keep what they were billed to.';
CREATE TRIGGER addresses_append_only BEFORE UPDATE ON addresses FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE payment_methods (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  gateway text NOT NULL,
  gateway_ref text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month integer NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year integer NOT NULL,
  country text,
  fingerprint text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'replaced')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (gateway, gateway_ref)
);
COMMENT ON TABLE payment_methods IS 'A card at the gateway: its reference, brand, last four and expiry, and nothing else of it (INV-21). The active one is the default.';
CREATE UNIQUE INDEX payment_methods_default ON payment_methods (account_id) WHERE status = 'active';

CREATE TABLE export_reviews (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'cleared', 'denied')),
  held_action jsonb,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX export_reviews_pending ON export_reviews (account_id) WHERE status = 'pending';

CREATE TABLE security_events (
  id text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  account_id text REFERENCES accounts,
  session_id text,
  type text NOT NULL,
  address inet,
  request_id text
);
COMMENT ON TABLE security_events IS 'What threats.md §5 wants remembered about a customer: sign-in, sign-out, reuse of a refresh token. Never a secret.';
CREATE INDEX security_events_account ON security_events (account_id, at DESC);

CREATE TABLE failure_counters (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL,
  locked_until timestamptz
);
COMMENT ON TABLE failure_counters IS 'Wrong guesses, counted where all servers see them (threats.md §3). The key is a keyed hash, never an e-mail address.';

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['clocks', 'accounts', 'users', 'payment_methods', 'export_reviews'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()', t || '_touch', t);
  END LOOP;
END $$;
