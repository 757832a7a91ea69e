-- Kind: expand
-- Reads the stored rows of the new constraints. Nothing waits (decision 99).
ALTER TABLE sessions VALIDATE CONSTRAINT sessions_of_account, VALIDATE CONSTRAINT sessions_has_account;
ALTER TABLE known_devices VALIDATE CONSTRAINT known_devices_of_account, VALIDATE CONSTRAINT known_devices_has_account;
ALTER TABLE email_tokens VALIDATE CONSTRAINT email_tokens_of_account, VALIDATE CONSTRAINT email_tokens_has_account;
ALTER TABLE totp_secrets VALIDATE CONSTRAINT totp_secrets_of_account, VALIDATE CONSTRAINT totp_secrets_has_account;
ALTER TABLE recovery_codes VALIDATE CONSTRAINT recovery_codes_of_account, VALIDATE CONSTRAINT recovery_codes_has_account;
ALTER TABLE passkeys VALIDATE CONSTRAINT passkeys_of_account, VALIDATE CONSTRAINT passkeys_has_account;
ALTER TABLE consents VALIDATE CONSTRAINT consents_of_account, VALIDATE CONSTRAINT consents_has_account;
ALTER TABLE data_exports VALIDATE CONSTRAINT data_exports_of_account, VALIDATE CONSTRAINT data_exports_has_account;
ALTER TABLE operator_views VALIDATE CONSTRAINT operator_views_of_account, VALIDATE CONSTRAINT operator_views_has_account;
