-- Families of products are data of the catalogue. Foreign keys replace the checks that named three products.
CREATE TABLE families (
  key text PRIMARY KEY CHECK (key ~ '^[a-z][a-z0-9-]{0,39}$'),
  kind text NOT NULL CHECK (kind IN ('plans', 'tiers', 'metered')),
  names jsonb NOT NULL,
  live_subscriptions text NOT NULL CHECK (live_subscriptions IN ('one', 'several')),
  has_maintenance boolean NOT NULL,
  export_control boolean NOT NULL,
  claim text,
  limits text[] NOT NULL,
  sort_order integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE families IS 'Product families of catalog/families.yaml. An import keeps a family that has plans.';
CREATE TRIGGER families_touch BEFORE UPDATE ON families FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- The families that every earlier release had. A server of an earlier release may run beside this one and import plans of each.
INSERT INTO families (key, kind, names, live_subscriptions, has_maintenance, export_control, claim, limits, sort_order)
SELECT * FROM (VALUES
  ('drive', 'plans', '{"en":"Drive","de":"Drive"}'::jsonb, 'one', false, false, 'drive', ARRAY['storage', 'sharing', 'keys'], 0),
  ('scope', 'tiers', '{"en":"Scope","de":"Scope"}'::jsonb, 'several', true, true, 'tron', ARRAY[]::text[], 1),
  ('iot', 'metered', '{"en":"IoT","de":"IoT"}'::jsonb, 'one', false, false, NULL, ARRAY[]::text[], 2)
) AS earlier
WHERE EXISTS (SELECT FROM plans);

ALTER TABLE plans DROP CONSTRAINT plans_product_check;
ALTER TABLE plans ADD FOREIGN KEY (product) REFERENCES families;
ALTER TABLE promotion_grants DROP CONSTRAINT promotion_grants_product_check;
ALTER TABLE promotion_grants ADD FOREIGN KEY (product) REFERENCES families;
ALTER TABLE coupons ADD FOREIGN KEY (product) REFERENCES families;
ALTER TABLE subscriptions ADD FOREIGN KEY (product) REFERENCES families;

-- Perpetual codes were for one product by name. computeCouponTemplate refuses them for a family without maintenance.
DO $$ DECLARE found text; BEGIN
  SELECT conname INTO STRICT found FROM pg_constraint
   WHERE conrelid = 'coupons'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%scope%';
  EXECUTE format('ALTER TABLE coupons DROP CONSTRAINT %I', found);
END $$;
ALTER TABLE coupons ADD CONSTRAINT coupons_perpetual_is_prepaid CHECK (NOT perpetual OR type = 'Prepaid');

-- The unique index cannot read another table, so each subscription has what its family says. A trigger writes it, because a server of
-- an earlier release does not. An ended subscription is in no index and keeps the default.
ALTER TABLE subscriptions ADD COLUMN several_live boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN subscriptions.several_live IS 'The family allows several live subscriptions. Written by a trigger at the insert.';
ALTER TABLE subscriptions DISABLE TRIGGER subscriptions_touch;
UPDATE subscriptions SET several_live = true WHERE product = 'scope' AND ended_at IS NULL;
ALTER TABLE subscriptions ENABLE TRIGGER subscriptions_touch;

CREATE FUNCTION set_several_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.several_live := EXISTS (SELECT FROM families WHERE key = NEW.product AND live_subscriptions = 'several');
  RETURN NEW;
END $$;
CREATE TRIGGER subscriptions_several_live BEFORE INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION set_several_live();

DROP INDEX subscriptions_one_live;
CREATE UNIQUE INDEX subscriptions_one_live ON subscriptions (account_id, product)
  WHERE NOT several_live AND source <> 'trial' AND status IN ('incomplete', 'trialing', 'active', 'past_due', 'suspended');
