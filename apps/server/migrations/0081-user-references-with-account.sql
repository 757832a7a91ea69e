-- Kind: expand
-- Locks: users, sessions, known_devices, email_tokens, totp_secrets, recovery_codes, passkeys, consents, data_exports, operator_views
-- A row belongs to the account of its user (decision 99). The next migration reads the stored rows.
ALTER TABLE sessions
  ADD CONSTRAINT sessions_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT sessions_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE known_devices
  ADD CONSTRAINT known_devices_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT known_devices_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE email_tokens
  ADD CONSTRAINT email_tokens_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT email_tokens_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE totp_secrets
  ADD CONSTRAINT totp_secrets_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT totp_secrets_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE recovery_codes
  ADD CONSTRAINT recovery_codes_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT recovery_codes_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE passkeys
  ADD CONSTRAINT passkeys_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT passkeys_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE consents
  ADD CONSTRAINT consents_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT consents_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE data_exports
  ADD CONSTRAINT data_exports_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT data_exports_has_account CHECK (account_id IS NOT NULL) NOT VALID;
ALTER TABLE operator_views
  ADD CONSTRAINT operator_views_of_account FOREIGN KEY (user_id, account_id) REFERENCES users (id, account_id) NOT VALID,
  ADD CONSTRAINT operator_views_has_account CHECK (account_id IS NOT NULL) NOT VALID;
