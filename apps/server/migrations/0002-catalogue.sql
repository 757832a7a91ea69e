-- What is sold. Loaded from catalog/*.yaml; ids are human, because links, support and price lists name them.

CREATE TABLE plans (
  id text PRIMARY KEY,
  product text NOT NULL CHECK (product IN ('drive', 'scope', 'iot')),
  tier_id text NOT NULL,
  tier_name text NOT NULL,
  short_id text NOT NULL,
  name text NOT NULL,
  display_name text NOT NULL,
  description text NOT NULL,
  active boolean NOT NULL,
  is_basic boolean NOT NULL,
  is_legacy boolean NOT NULL,
  is_promotional boolean NOT NULL,
  is_hidden boolean NOT NULL,
  one_time_offer boolean NOT NULL,
  no_expiry boolean NOT NULL,
  contact_for_pricing boolean NOT NULL,
  custom_billing boolean NOT NULL,
  payment_method_required boolean NOT NULL,
  has_trial boolean NOT NULL,
  trial_days integer CHECK (trial_days > 0),
  max_live integer CHECK (max_live > 0),
  storage_bytes bigint CHECK (storage_bytes > 0),
  sharing_type text CHECK (sharing_type IN ('contribute', 'unlimited')),
  access_key_limit integer CHECK (access_key_limit > 0),
  sort_order integer NOT NULL,
  email_suffix text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE plan_prices (
  id text PRIMARY KEY,
  plan_id text NOT NULL REFERENCES plans,
  interval text NOT NULL CHECK (interval IN ('monthly', 'yearly', 'every-6-months', 'free')),
  interval_months integer NOT NULL CHECK (interval_months > 0),
  interval_id text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  active boolean NOT NULL,
  limited_offer boolean NOT NULL DEFAULT false,
  valid_from timestamptz NOT NULL DEFAULT now(),
  valid_to timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (interval_id = plan_id || '_' || interval)
);
COMMENT ON TABLE plan_prices IS 'An amount never changes: a new price is a new row, and live subscriptions keep the one they were sold.';
CREATE UNIQUE INDEX plan_prices_on_sale ON plan_prices (interval_id) WHERE active;
CREATE INDEX plan_prices_plan ON plan_prices (plan_id);

CREATE FUNCTION freeze_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.plan_id, NEW.interval, NEW.interval_months, NEW.amount_cents) IS DISTINCT FROM (OLD.plan_id, OLD.interval, OLD.interval_months, OLD.amount_cents) THEN
    RAISE EXCEPTION 'the amount of price % is fixed; add a new price', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER plan_prices_frozen BEFORE UPDATE ON plan_prices FOR EACH ROW EXECUTE FUNCTION freeze_price();

CREATE TABLE tax_rates (
  id text PRIMARY KEY,
  country text NOT NULL,
  region text,
  postal_prefix text NOT NULL,
  rate_ppm integer NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  valid_from timestamptz NOT NULL,
  valid_to timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  EXCLUDE USING gist (country WITH =, postal_prefix WITH =, tstzrange(valid_from, valid_to) WITH &&)
);
COMMENT ON TABLE tax_rates IS 'The longest postal prefix that fits and is valid wins; no row means no tax.';

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['plans', 'plan_prices'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION touch_updated_at()', t || '_touch', t);
  END LOOP;
END $$;
