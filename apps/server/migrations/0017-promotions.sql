-- Promotions, and who took them (billing.md §1.4). The offers come from catalog/promotions.yaml.

CREATE TABLE promotions (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9-]*$'),
  collect_payment boolean NOT NULL,
  active boolean NOT NULL,
  valid_from timestamptz,
  valid_to timestamptz,
  max_redemptions integer CHECK (max_redemptions > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (valid_to > valid_from)
);
COMMENT ON COLUMN promotions.collect_payment IS 'A card is asked for where cards are taken, and charged when the free time is over.';
CREATE TRIGGER promotions_touch BEFORE UPDATE ON promotions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE promotion_aliases (
  alias text PRIMARY KEY,
  promotion_id text NOT NULL REFERENCES promotions
);

CREATE TABLE promotion_grants (
  promotion_id text NOT NULL REFERENCES promotions,
  product text NOT NULL CHECK (product IN ('drive', 'scope', 'iot')),
  plan_id text NOT NULL REFERENCES plans,
  months integer CHECK (months BETWEEN 1 AND 120),
  transition_price_id text REFERENCES plan_prices,
  position integer NOT NULL,
  PRIMARY KEY (promotion_id, product),
  CHECK (months IS NOT NULL OR transition_price_id IS NULL)
);
COMMENT ON COLUMN promotion_grants.months IS 'How long it is free; NULL is for ever.';

CREATE TABLE promotion_codes (
  code text PRIMARY KEY,
  promotion_id text NOT NULL REFERENCES promotions,
  account_id text REFERENCES accounts,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'revoked')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (promotion_id, account_id)
);
COMMENT ON TABLE promotion_codes IS 'Random, so that nobody can guess one from the name of the promotion. One of an account is good for that account only.';
CREATE INDEX promotion_codes_account ON promotion_codes (account_id) WHERE account_id IS NOT NULL;

CREATE TABLE promotion_redemptions (
  id text PRIMARY KEY,
  promotion_id text NOT NULL REFERENCES promotions,
  account_id text NOT NULL REFERENCES accounts,
  code text NOT NULL,
  status text NOT NULL CHECK (status IN ('held', 'applied', 'released')),
  export_review_id text REFERENCES export_reviews,
  subscription_ids text[] NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (status <> 'held' OR export_review_id IS NOT NULL)
);
COMMENT ON COLUMN promotion_redemptions.status IS 'held: kept until the export review is decided. released: given back unused, so that it may be taken again.';
CREATE UNIQUE INDEX promotion_redemptions_once ON promotion_redemptions (promotion_id, account_id) WHERE status <> 'released';
CREATE UNIQUE INDEX promotion_redemptions_code ON promotion_redemptions (code) WHERE status <> 'released';
CREATE INDEX promotion_redemptions_held ON promotion_redemptions (account_id) WHERE status = 'held';
CREATE INDEX promotion_redemptions_account ON promotion_redemptions (account_id);
CREATE TRIGGER promotion_redemptions_touch BEFORE UPDATE ON promotion_redemptions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE INDEX coupon_redemptions_held_account ON coupon_redemptions (account_id) WHERE status = 'held';
COMMENT ON COLUMN export_reviews.held_action IS 'What opening it took away, to be given back when it is cleared: the claims of the user.';
