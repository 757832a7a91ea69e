-- A successful sign-in says by what it was proved (ASVS 16.3.1).
ALTER TABLE security_events ADD COLUMN method text
  CHECK (method IN ('password', 'password_code', 'password_recovery_code', 'password_passkey', 'passkey', 'provider'));
COMMENT ON COLUMN security_events.method IS 'By what a sign-in was proved: the password alone or with a second step, a passkey alone, or the OpenID provider. NULL for other events and for sign-ins before this column.';
