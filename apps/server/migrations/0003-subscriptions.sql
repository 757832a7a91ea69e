-- What a customer holds.

CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  product text NOT NULL,
  plan_id text NOT NULL REFERENCES plans,
  price_id text NOT NULL REFERENCES plan_prices,
  unit_amount_cents bigint NOT NULL CHECK (unit_amount_cents >= 0),
  quantity integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 100),
  add_on_ids text[] NOT NULL DEFAULT '{}',
  status text NOT NULL CHECK (status IN ('incomplete', 'trialing', 'active', 'past_due', 'suspended', 'canceled', 'incomplete_expired')),
  source text NOT NULL CHECK (source IN ('card', 'free', 'trial', 'promotion', 'prepaid', 'custom')),
  term text NOT NULL CHECK (term IN ('recurring', 'fixed', 'perpetual', 'open_ended')),
  billing_anchor timestamptz NOT NULL,
  cycle_index integer NOT NULL DEFAULT 0 CHECK (cycle_index >= 0),
  current_period_start timestamptz NOT NULL,
  current_period_end timestamptz,
  trial_end timestamptz,
  ever_paid boolean NOT NULL DEFAULT false,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  transition_at_end boolean NOT NULL DEFAULT false,
  transition_price_id text REFERENCES plan_prices,
  resumes_subscription_id text REFERENCES subscriptions,
  prepaid_display_code text,
  suspended_at timestamptz,
  noticed_period_end timestamptz,
  ended_at timestamptz,
  end_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((term = 'open_ended') = (current_period_end IS NULL)),
  CHECK ((term = 'perpetual') = (
    current_period_end IS NOT NULL
    AND current_period_end AT TIME ZONE 'UTC' = current_period_start AT TIME ZONE 'UTC' + interval '1200 months')),
  CHECK ((status = 'trialing') <= (trial_end IS NOT NULL)),
  CHECK ((status = 'suspended') = (suspended_at IS NOT NULL)),
  CHECK ((status IN ('canceled', 'incomplete_expired')) = (ended_at IS NOT NULL))
);
COMMENT ON COLUMN subscriptions.noticed_period_end IS 'The period end whose coming charge was already announced by mail.';
CREATE INDEX subscriptions_account ON subscriptions (account_id, created_at DESC);
CREATE UNIQUE INDEX subscriptions_one_live ON subscriptions (account_id, product)
  WHERE product IN ('drive', 'iot') AND source <> 'trial' AND status IN ('incomplete', 'trialing', 'active', 'past_due', 'suspended');
CREATE UNIQUE INDEX subscriptions_one_trial ON subscriptions (account_id, product) WHERE status = 'trialing';

CREATE TABLE subscription_changes (
  id text PRIMARY KEY,
  subscription_id text NOT NULL REFERENCES subscriptions DEFERRABLE INITIALLY DEFERRED,
  mode text NOT NULL CHECK (mode IN ('now', 'period_end')),
  to_price_id text NOT NULL REFERENCES plan_prices,
  to_quantity integer NOT NULL,
  to_add_on_ids text[] NOT NULL DEFAULT '{}',
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  starts_new_period boolean NOT NULL DEFAULT false,
  status text NOT NULL CHECK (status IN ('pending', 'applied', 'discarded')),
  invoice_id text,
  apply_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX subscription_changes_pending ON subscription_changes (subscription_id, mode) WHERE status = 'pending';

CREATE TABLE subscription_events (
  id text PRIMARY KEY,
  subscription_id text NOT NULL REFERENCES subscriptions DEFERRABLE INITIALLY DEFERRED,
  type text NOT NULL,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX subscription_events_subscription ON subscription_events (subscription_id, at);
CREATE TRIGGER subscription_events_append_only BEFORE UPDATE OR DELETE ON subscription_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE trial_redemptions (
  account_id text NOT NULL REFERENCES accounts,
  trial_key text NOT NULL,
  email_hash text NOT NULL,
  card_fingerprint_hash text,
  subscription_id text NOT NULL REFERENCES subscriptions DEFERRABLE INITIALLY DEFERRED,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, trial_key),
  UNIQUE (email_hash, trial_key)
);
COMMENT ON TABLE trial_redemptions IS 'A trial once per account and product (INV-8). Keyed hashes, so that they may outlive a closed account.';

CREATE TABLE maintenance_periods (
  id text PRIMARY KEY,
  subscription_id text NOT NULL REFERENCES subscriptions,
  starts_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > starts_at),
  source text NOT NULL CHECK (source IN ('initial', 'purchase', 'coupon', 'grant')),
  source_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (source, source_id),
  EXCLUDE USING gist (subscription_id WITH =, tstzrange(starts_at, expires_at) WITH &&)
);

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['subscriptions', 'subscription_changes'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()', t || '_touch', t);
  END LOOP;
END $$;
