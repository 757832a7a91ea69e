-- Maintenance of perpetual licences: what is sold, and who buys it.

CREATE TABLE maintenance_extensions (
  id text PRIMARY KEY,
  tier_id text NOT NULL,
  name text NOT NULL CHECK (name ~ '^[1-9]'),
  category text NOT NULL,
  duration_months integer NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  is_self_service boolean NOT NULL,
  active boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (duration_months = 12 * strpos('123456789', left(name, 1)))
);
COMMENT ON COLUMN maintenance_extensions.name IS 'Its first digit is its length in years: pages read it from there (MA-05).';
CREATE TRIGGER maintenance_extensions_touch BEFORE UPDATE ON maintenance_extensions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE one_time_purchases (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  for_subscription_id text NOT NULL REFERENCES subscriptions,
  invoice_id text NOT NULL UNIQUE REFERENCES invoices DEFERRABLE INITIALLY DEFERRED,
  status text NOT NULL CHECK (status IN ('pending', 'success', 'failed')),
  extension_id text NOT NULL REFERENCES maintenance_extensions,
  name text NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 9),
  unit_amount_cents bigint NOT NULL,
  old_expiration timestamptz NOT NULL,
  new_expiration timestamptz NOT NULL CHECK (new_expiration > old_expiration),
  purchased_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE one_time_purchases IS 'Succeeds in the transaction that makes its invoice paid and its maintenance period exist (I22).';
CREATE UNIQUE INDEX one_time_purchases_pending ON one_time_purchases (for_subscription_id) WHERE status = 'pending';
CREATE INDEX one_time_purchases_account ON one_time_purchases (account_id);
CREATE TRIGGER one_time_purchases_touch BEFORE UPDATE ON one_time_purchases FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

ALTER TABLE maintenance_periods ADD COLUMN noticed_days integer;
COMMENT ON COLUMN maintenance_periods.noticed_days IS 'The last mark, in days before its end, that the customer was mailed at.';

-- Licences that are there already have their end announced too: each account is looked at once, which dates its next look.
UPDATE accounts SET next_action_at = LEAST(next_action_at, now())
WHERE status = 'open' AND id IN (SELECT account_id FROM subscriptions WHERE term = 'perpetual' AND ended_at IS NULL);
