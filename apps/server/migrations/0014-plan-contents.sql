-- What plans can do and what comes with them. Loaded from catalog/*.yaml like the plans themselves.

CREATE TABLE features (
  key text PRIMARY KEY CHECK (key LIKE 'ft\_%'),
  label text NOT NULL,
  prerequisite_name text,
  prerequisite_steps text[] NOT NULL DEFAULT '{}',
  CHECK ((prerequisite_name IS NULL) = (prerequisite_steps = '{}'))
);
COMMENT ON COLUMN features.prerequisite_name IS 'Other software without which it does not work; the steps say how that is installed.';

CREATE TABLE plan_features (
  plan_id text NOT NULL REFERENCES plans,
  feature_key text NOT NULL REFERENCES features,
  position integer NOT NULL,
  hidden boolean NOT NULL,
  PRIMARY KEY (plan_id, feature_key)
);
COMMENT ON COLUMN plan_features.hidden IS 'The plan has it, but no list shows it.';

CREATE TABLE add_ons (
  id text PRIMARY KEY,
  name text NOT NULL,
  short_name text NOT NULL UNIQUE,
  description text NOT NULL,
  type text NOT NULL CHECK (type IN ('package', 'add_on')),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  has_trial boolean NOT NULL,
  sort_order integer NOT NULL,
  included_packages text[] NOT NULL DEFAULT '{}'
);

CREATE TABLE plan_add_ons (
  plan_id text NOT NULL REFERENCES plans,
  add_on_id text NOT NULL REFERENCES add_ons,
  included boolean NOT NULL,
  PRIMARY KEY (plan_id, add_on_id)
);
