-- Kind: expand
-- Locks: accounts
-- Ids that the vendor gives its customers, and changed entitlements as a feed for the vendor's servers (decision 71).
CREATE TABLE account_external_ids (
  account_id text PRIMARY KEY REFERENCES accounts,
  external_id text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE account_external_ids IS 'At most one id of the vendor for each account.';

CREATE SEQUENCE entitlement_event_positions;
CREATE TABLE entitlement_events (
  id text PRIMARY KEY,
  seq bigint NOT NULL,
  account_id text NOT NULL REFERENCES accounts,
  product text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  position bigint UNIQUE
);
CREATE INDEX entitlement_events_account ON entitlement_events (account_id, seq);
CREATE INDEX entitlement_events_unplaced ON entitlement_events (seq) WHERE position IS NULL;
CREATE INDEX entitlement_events_age ON entitlement_events (created_at);
COMMENT ON TABLE entitlement_events IS 'Each change of entitlements, also of products without a webhook. Id and seq are those of the message, if one is sent.';
COMMENT ON COLUMN entitlement_events.position IS 'Place in the feed. It is given after the commit, by one reader at a time, so that a reader who continues after a position misses no row.';
