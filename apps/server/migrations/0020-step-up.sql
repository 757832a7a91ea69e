-- Proving again who one is, where another provider signs people in and the account has no password of its own.

ALTER TABLE sessions ADD COLUMN proved_at timestamptz;
COMMENT ON COLUMN sessions.proved_at IS 'When the person last signed in afresh at the provider for this session; good for a few minutes (domain/security/step-up.ts).';

ALTER TABLE oidc_sign_ins ADD COLUMN session_id text REFERENCES sessions;
COMMENT ON COLUMN oidc_sign_ins.session_id IS 'Set when it begins no session, but proves for this one that its person is still there.';
