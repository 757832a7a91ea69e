-- Kind: expand
-- Locks: accounts, sessions
-- Products sign their users in here with OpenID Connect (decision 68).
CREATE TABLE product_grants (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
  client_id text NOT NULL,
  host text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  logout_due_at timestamptz,
  logout_tries integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX product_grants_live ON product_grants (session_id, client_id) WHERE ended_at IS NULL;
CREATE INDEX product_grants_session ON product_grants (session_id);
CREATE INDEX product_grants_account ON product_grants (account_id);
CREATE INDEX product_grants_logout ON product_grants (logout_due_at) WHERE logout_due_at IS NOT NULL;
COMMENT ON TABLE product_grants IS 'What a product may read of an account, for one session. Its tokens are valid while the grant and the session are. The id is also the claim sid.';
COMMENT ON COLUMN product_grants.client_id IS 'Client in clients.yaml.';
COMMENT ON COLUMN product_grants.host IS 'Host name at which the user signed in. It is part of the issuer that the product knows.';
COMMENT ON COLUMN product_grants.logout_due_at IS 'Next try to notify the product of the end of the session. NULL: none.';

CREATE TABLE openid_records (
  kind text NOT NULL,
  id_hash text NOT NULL,
  grant_id text REFERENCES product_grants ON DELETE CASCADE,
  payload jsonb NOT NULL,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX openid_records_grant ON openid_records (grant_id);
CREATE INDEX openid_records_expired ON openid_records (expires_at);
COMMENT ON TABLE openid_records IS 'Authorization requests, codes and tokens of products, as the OpenID library stores them.';
COMMENT ON COLUMN openid_records.id_hash IS 'SHA-256 of the code or token, which is not stored (INV-22).';
COMMENT ON COLUMN openid_records.consumed_at IS 'First use of a code or refresh token. A second one ends the grant.';

CREATE TABLE openid_signing_keys (
  id text PRIMARY KEY,
  sealed_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE openid_signing_keys IS 'ES256 keys of ID tokens. The id is the key id (kid) in the published keys.';
COMMENT ON COLUMN openid_signing_keys.sealed_key IS 'Private key as a JWK, encrypted with a key derived from the secret of the installation (INV-22).';

-- The end of a session ends its grants in the same transaction. Refreshes of the session do not fire the trigger.
CREATE FUNCTION end_product_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_grants SET ended_at = now(), logout_due_at = now() WHERE session_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER sessions_end_product_grants AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION end_product_grants();
