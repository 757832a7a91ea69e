-- Kind: expand
-- Locks: users, sessions, known_devices, email_tokens, totp_secrets, recovery_codes, passkeys, consents, data_exports, operator_views
-- The foreign keys with the account have replaced these (decision 99).
ALTER TABLE sessions DROP CONSTRAINT sessions_user_id_fkey;
ALTER TABLE known_devices DROP CONSTRAINT known_devices_user_id_fkey;
ALTER TABLE email_tokens DROP CONSTRAINT email_tokens_user_id_fkey;
ALTER TABLE totp_secrets DROP CONSTRAINT totp_secrets_user_id_fkey;
ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_user_id_fkey;
ALTER TABLE passkeys DROP CONSTRAINT passkeys_user_id_fkey;
ALTER TABLE consents DROP CONSTRAINT consents_user_id_fkey;
ALTER TABLE data_exports DROP CONSTRAINT data_exports_user_id_fkey;
ALTER TABLE operator_views DROP CONSTRAINT operator_views_user_id_fkey;
