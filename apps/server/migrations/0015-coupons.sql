-- Prepaid codes, maintenance codes and discounts, and what was done with them (billing.md §1.4).

CREATE TABLE coupon_batches (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{2,20}$'),
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE coupon_batches IS 'Codes that were made together, all alike. The id stands in front of each of them, the name says what they are for.';

CREATE TABLE coupons (
  id text PRIMARY KEY,
  batch text NOT NULL REFERENCES coupon_batches,
  code_hash text NOT NULL UNIQUE,
  type text NOT NULL CHECK (type IN ('Prepaid', 'PrepaidMaintenance', 'Discount')),
  product text,
  plan_id text REFERENCES plans,
  price_id text REFERENCES plan_prices,
  tier_id text,
  duration_months integer CHECK (duration_months BETWEEN 1 AND 120),
  perpetual boolean NOT NULL DEFAULT false,
  maintenance_months integer CHECK (maintenance_months BETWEEN 1 AND 120),
  percent_off integer CHECK (percent_off BETWEEN 1 AND 100),
  discount_cycles integer CHECK (discount_cycles > 0),
  max_redemptions integer NOT NULL CHECK (max_redemptions > 0),
  redeemed_count integer NOT NULL DEFAULT 0 CHECK (redeemed_count >= 0),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  valid_from timestamptz NOT NULL,
  valid_to timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT coupons_within_limit CHECK (redeemed_count <= max_redemptions),
  CHECK (valid_to > valid_from),
  CHECK (type = 'Discount' OR max_redemptions = 1),
  CHECK ((type = 'Prepaid') = (plan_id IS NOT NULL AND price_id IS NOT NULL)),
  CHECK ((type = 'Prepaid' AND NOT perpetual) = (duration_months IS NOT NULL)),
  CHECK (NOT perpetual OR (type = 'Prepaid' AND product = 'scope')),
  CHECK ((type = 'PrepaidMaintenance' OR perpetual) = (maintenance_months IS NOT NULL)),
  CHECK ((type = 'Discount') = (percent_off IS NOT NULL)),
  CHECK (type = 'Discount' OR (tier_id IS NOT NULL AND product IS NOT NULL AND discount_cycles IS NULL))
);
COMMENT ON COLUMN coupons.code_hash IS 'SHA-256 of the display part. The code itself, {batch}_{DISPLAY}, is shown once, to who made it.';
COMMENT ON COLUMN coupons.redeemed_count IS 'Redemptions that are not released, counted in the transaction that makes them (INV-6).';
COMMENT ON COLUMN coupons.discount_cycles IS 'How many bills a discount lowers; NULL is all of them.';
CREATE INDEX coupons_batch ON coupons (batch, id);
CREATE TRIGGER coupons_touch BEFORE UPDATE ON coupons FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE coupon_prices (
  coupon_id text NOT NULL REFERENCES coupons,
  price_id text NOT NULL REFERENCES plan_prices,
  PRIMARY KEY (coupon_id, price_id)
);
COMMENT ON TABLE coupon_prices IS 'What a discount lowers.';

CREATE TABLE coupon_redemptions (
  id text PRIMARY KEY,
  coupon_id text NOT NULL REFERENCES coupons,
  account_id text NOT NULL REFERENCES accounts,
  typed_code text NOT NULL,
  subscription_id text REFERENCES subscriptions DEFERRABLE INITIALLY DEFERRED,
  status text NOT NULL CHECK (status IN ('held', 'applied', 'released')),
  export_review_id text REFERENCES export_reviews,
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (status <> 'held' OR export_review_id IS NOT NULL)
);
COMMENT ON COLUMN coupon_redemptions.typed_code IS 'The whole code, also when only its display part was typed. It opens nothing any more.';
COMMENT ON COLUMN coupon_redemptions.subscription_id IS 'What came of it, or what a held one is meant for.';
CREATE UNIQUE INDEX coupon_redemptions_once ON coupon_redemptions (coupon_id, account_id) WHERE status <> 'released';
CREATE INDEX coupon_redemptions_account ON coupon_redemptions (account_id);
CREATE INDEX coupon_redemptions_held ON coupon_redemptions (export_review_id) WHERE status = 'held';
CREATE TRIGGER coupon_redemptions_touch BEFORE UPDATE ON coupon_redemptions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE subscription_discounts (
  id text PRIMARY KEY REFERENCES coupon_redemptions DEFERRABLE INITIALLY DEFERRED,
  subscription_id text NOT NULL REFERENCES subscriptions DEFERRABLE INITIALLY DEFERRED,
  status text NOT NULL CHECK (status IN ('pending', 'active', 'over')),
  cycles_left integer CHECK (cycles_left >= 0),
  invoice_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE subscription_discounts IS 'The discount a subscription has, by the redemption it came from: one at a time.';
COMMENT ON COLUMN subscription_discounts.status IS 'pending: its first bill is not paid yet, and if it never is the coupon is free again.';
CREATE UNIQUE INDEX subscription_discounts_one ON subscription_discounts (subscription_id) WHERE status = 'active';
CREATE INDEX subscription_discounts_held ON subscription_discounts (subscription_id) WHERE status <> 'over';
CREATE TRIGGER subscription_discounts_touch BEFORE UPDATE ON subscription_discounts FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

ALTER TABLE invoices ADD COLUMN coupon_code text;
COMMENT ON COLUMN invoices.coupon_code IS 'What lowered it, as the receipt shows it.';
