-- Events of the payment gateway, payments that stay undecided for long, and what the sandbox gateway needs for 3-D Secure.

ALTER TABLE payment_attempts
  ADD COLUMN looks integer NOT NULL DEFAULT 0,
  ADD COLUMN given_up_at timestamptz,
  ADD COLUMN disputed_at timestamptz;
COMMENT ON COLUMN payment_attempts.looks IS 'How often the reconciler has asked about it; the pause grows with it up to five minutes (threats.md §3).';
COMMENT ON COLUMN payment_attempts.given_up_at IS 'Undecided for seven days: from here on it is for a person. Set to NULL the reconciler goes on.';
DROP INDEX payment_attempts_lost;
CREATE INDEX payment_attempts_lost ON payment_attempts (lease_until) WHERE lease_until IS NOT NULL AND given_up_at IS NULL;
CREATE INDEX payment_attempts_challenges ON payment_attempts (account_id) WHERE status = 'requires_action';

CREATE TABLE webhook_events (
  gateway text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  object_ref text,
  received_at timestamptz NOT NULL DEFAULT now(),
  next_try_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  processed_at timestamptz,
  given_up_at timestamptz,
  PRIMARY KEY (gateway, event_id)
);
COMMENT ON TABLE webhook_events IS 'Signed events that were received, once each. Only what is needed to look the object up again is kept (INV-10).';
CREATE INDEX webhook_events_due ON webhook_events (next_try_at) WHERE processed_at IS NULL AND given_up_at IS NULL;
CREATE INDEX webhook_events_age ON webhook_events (processed_at) WHERE processed_at IS NOT NULL;

CREATE TABLE sandbox.intents (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('charge', 'setup')),
  customer_id text NOT NULL REFERENCES sandbox.customers,
  card_id text NOT NULL REFERENCES sandbox.cards,
  attempt_id text NOT NULL,
  amount_cents bigint NOT NULL DEFAULT 0,
  currency text NOT NULL DEFAULT 'usd',
  status text NOT NULL CHECK (status IN ('requires_action', 'processing', 'succeeded', 'declined', 'canceled')),
  client_secret text NOT NULL,
  charge_id text,
  decline jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX intents_attempt ON sandbox.intents (attempt_id);
CREATE INDEX intents_processing ON sandbox.intents (id) WHERE status = 'processing';
ALTER TABLE sandbox.cards ADD COLUMN set_up boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN sandbox.cards.set_up IS 'False until the challenge that saving it asked for is passed: it cannot be charged before.';

CREATE TABLE sandbox.refunds (
  id text PRIMARY KEY,
  charge_id text NOT NULL REFERENCES sandbox.charges,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('succeeded', 'pending', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refunds_charge ON sandbox.refunds (charge_id);

CREATE TABLE sandbox.events (
  id text PRIMARY KEY,
  type text NOT NULL,
  object_ref text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE sandbox.events IS 'Events that the sandbox gateway has still to tell our webhook.';
