-- A change of credentials begins a new family of tokens for the session that made it, so that no copy survives (M1, INV-14).
ALTER TABLE sessions ADD COLUMN first_generation integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN sessions.first_generation IS 'Generation that the current token family began with: 0, or that of the last change of credentials in this session. Older refresh and access tokens are refused.';
