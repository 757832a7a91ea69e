-- Kind: expand
-- Locks: accounts, security_events, sessions, vendor_keys
-- The vendor's servers open a page of the portal for their customers by a link (decision 78).
CREATE TABLE portal_links (
  id text PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  account_id text NOT NULL REFERENCES accounts,
  vendor_key_id text NOT NULL REFERENCES vendor_keys,
  task text NOT NULL,
  family text,
  subscription_id text,
  return_address text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  session_id text
);
CREATE INDEX portal_links_account ON portal_links (account_id);
CREATE INDEX portal_links_key ON portal_links (vendor_key_id);
CREATE INDEX portal_links_expired ON portal_links (expires_at);
COMMENT ON TABLE portal_links IS 'Links to one page of the portal, each for one use. A row is deleted a day after its expiry.';
COMMENT ON COLUMN portal_links.token_hash IS 'SHA-256 of the secret of the link, which is not stored (INV-22).';
COMMENT ON COLUMN portal_links.session_id IS 'Session that the link began. NULL: not used, or the browser was signed in to the account before.';

ALTER TABLE sessions ADD COLUMN portal_link_id text;
COMMENT ON COLUMN sessions.portal_link_id IS 'Link of the vendor that began the session, which proves neither a password nor a second step. NULL: a sign-in.';

-- The old check holds for every stored row, so they are not read again.
ALTER TABLE security_events
  DROP CONSTRAINT security_events_method_check,
  ADD CONSTRAINT security_events_method_check
  CHECK (method IN ('password', 'password_code', 'password_recovery_code', 'password_passkey', 'passkey', 'provider', 'portal_link')) NOT VALID;
