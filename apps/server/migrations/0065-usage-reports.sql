-- Kind: expand
-- Locks: accounts, vendor_keys
-- Products report how much of a limit an account uses (decision 79).
CREATE TABLE usage_reports (
  account_id text NOT NULL REFERENCES accounts,
  product text NOT NULL,
  limit_name text NOT NULL CHECK (limit_name IN ('storage', 'keys')),
  used bigint NOT NULL CHECK (used >= 0),
  measured_at timestamptz NOT NULL,
  vendor_key_id text NOT NULL REFERENCES vendor_keys,
  reported_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, product, limit_name)
);
COMMENT ON TABLE usage_reports IS 'Last report of each limit, of the account in all its subscriptions of the family. Nothing is charged by it.';
COMMENT ON COLUMN usage_reports.measured_at IS 'Time of the measurement by the product. An older report changes nothing.';
