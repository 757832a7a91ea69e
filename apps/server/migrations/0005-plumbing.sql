-- Answers kept for repeated calls, mails of the sandbox, and the sandbox gateway's own world.

CREATE TABLE idempotency_keys (
  account_id text NOT NULL REFERENCES accounts,
  key text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  body_hash text NOT NULL,
  state text NOT NULL CHECK (state IN ('started', 'finished')),
  status_code integer,
  response jsonb,
  subject_id text,
  locked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
COMMENT ON COLUMN idempotency_keys.subject_id IS 'What this call made, as JSON; written in the same transaction, so that a killed call is answered from it and not done twice.';
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE mails (
  id text PRIMARY KEY,
  account_id text,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE mails IS 'The mailbox of the sandbox. The id is the job that sent the mail, so that a repeated job sends it once.';
CREATE INDEX mails_newest ON mails (sent_at DESC, id DESC);
CREATE INDEX mails_recipient ON mails (recipient, sent_at DESC, id DESC);

-- The sandbox gateway keeps its truth apart, on a connection of its own, as a real provider would (billing.md §4).
CREATE SCHEMA sandbox;

CREATE TABLE sandbox.customers (
  id text PRIMARY KEY,
  account_ref text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE sandbox.tokens (
  id text PRIMARY KEY,
  behaviour text NOT NULL,
  exp_month integer NOT NULL,
  exp_year integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sandbox.tokens IS 'What a test number stands for; the number itself is not kept.';
CREATE TABLE sandbox.cards (
  id text PRIMARY KEY,
  customer_id text NOT NULL REFERENCES sandbox.customers,
  behaviour text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL,
  exp_month integer NOT NULL,
  exp_year integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE sandbox.charges (
  id text PRIMARY KEY,
  intent_id text NOT NULL,
  customer_id text NOT NULL REFERENCES sandbox.customers,
  card_id text NOT NULL REFERENCES sandbox.cards,
  attempt_id text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('succeeded', 'declined')),
  decline_code text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX charges_attempt ON sandbox.charges (attempt_id);
CREATE TABLE sandbox.answers (
  key text PRIMARY KEY,
  request_hash text NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sandbox.answers IS 'Idempotency of the gateway: the same key gets the same answer, a different request under it an error.';
