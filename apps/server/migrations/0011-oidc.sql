-- Signing in at another provider (OpenID Connect) instead of our own site.

CREATE TABLE user_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
COMMENT ON TABLE user_identities IS 'Who a provider’s user is here. The pair is the only lasting name (OpenID Connect Core §5.7); an address may change hands.';
CREATE INDEX user_identities_user ON user_identities (user_id);

CREATE TABLE oidc_sign_ins (
  id text PRIMARY KEY,
  destination text NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE oidc_sign_ins IS 'Sign-ins that are at the provider just now. The id is a hash of what the browser holds; state, nonce and verifier are derived from that, so nothing here completes one.';
CREATE INDEX oidc_sign_ins_age ON oidc_sign_ins (expires_at);
