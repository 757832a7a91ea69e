-- Kind: expand
-- Transaction: batches
-- Rows of earlier releases get their account (decision 99).
UPDATE known_devices r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE email_tokens r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE totp_secrets r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE recovery_codes r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE passkeys r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE consents r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE data_exports r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE operator_views r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE sessions r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
