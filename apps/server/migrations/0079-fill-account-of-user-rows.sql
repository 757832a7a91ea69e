-- Kind: expand
-- Long lock: known_devices: each row is updated.
-- Long lock: email_tokens: each row is updated.
-- Long lock: totp_secrets: each row is updated.
-- Long lock: recovery_codes: each row is updated.
-- Long lock: passkeys: each row is updated.
-- Long lock: consents: each row is updated.
-- Long lock: data_exports: each row is updated.
-- Long lock: operator_views: each row is updated.
-- Long lock: sessions: each row is updated.
-- Rows of earlier releases get their account (decision 99). Sessions come last, because customers wait for them.
UPDATE known_devices r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE email_tokens r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE totp_secrets r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE recovery_codes r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE passkeys r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE consents r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE data_exports r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE operator_views r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
UPDATE sessions r SET account_id = u.account_id FROM users u WHERE u.id = r.user_id AND r.account_id IS NULL;
