-- The password that "operators add" prints works for one sign-in within 24 hours (L9).

ALTER TABLE operators ADD COLUMN first_password_expires_at timestamptz;
ALTER TABLE operators ADD COLUMN first_password_used_at timestamptz;
COMMENT ON COLUMN operators.first_password_expires_at IS 'End of the printed password; NULL once the operator has chosen a password, and for operators from before this column.';
COMMENT ON COLUMN operators.first_password_used_at IS 'Sign-in that used the printed password up; NULL before it and once the operator has chosen a password.';
