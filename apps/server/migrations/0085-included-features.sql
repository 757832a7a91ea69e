-- Kind: expand
-- Locks: features, add_ons
-- Pages list what a plan change loses by these columns, and no longer by a list of keys in the source. They refer to no row, because servers of an earlier release delete features before packages.
ALTER TABLE features ADD COLUMN includes text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN features.includes IS 'Keys of smaller features that it includes directly.';
ALTER TABLE add_ons ADD COLUMN feature_key text;
COMMENT ON COLUMN add_ons.feature_key IS 'Key of the feature that is this package. Null if there is none.';
