-- A client gets the first token of a session as an authorization code with PKCE (ASVS 10.4.4, 10.4.6).
ALTER TABLE sessions ADD COLUMN code_challenge text CHECK (code_challenge ~ '^[A-Za-z0-9_-]{43}$');
COMMENT ON COLUMN sessions.code_challenge IS 'Challenge (S256) of the client that gets the first token as an authorization code. NULL for a session of the portal.';
