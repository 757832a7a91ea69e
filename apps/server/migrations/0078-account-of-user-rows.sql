-- Kind: expand
-- Locks: sessions, known_devices, email_tokens, totp_secrets, recovery_codes, passkeys, consents, data_exports, operator_views
-- Rows of a user name their account, so that statements find them by it (decision 99).
ALTER TABLE sessions ADD COLUMN account_id text;
ALTER TABLE known_devices ADD COLUMN account_id text;
ALTER TABLE email_tokens ADD COLUMN account_id text;
ALTER TABLE totp_secrets ADD COLUMN account_id text;
ALTER TABLE recovery_codes ADD COLUMN account_id text;
ALTER TABLE passkeys ADD COLUMN account_id text;
ALTER TABLE consents ADD COLUMN account_id text;
ALTER TABLE data_exports ADD COLUMN account_id text;
ALTER TABLE operator_views ADD COLUMN account_id text;

-- Servers of an earlier release insert rows without the account.
CREATE FUNCTION fill_account_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT account_id INTO NEW.account_id FROM users WHERE id = NEW.user_id;
  RETURN NEW;
END $$;
CREATE TRIGGER sessions_account BEFORE INSERT ON sessions
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER known_devices_account BEFORE INSERT ON known_devices
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER email_tokens_account BEFORE INSERT ON email_tokens
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER totp_secrets_account BEFORE INSERT ON totp_secrets
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER recovery_codes_account BEFORE INSERT ON recovery_codes
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER passkeys_account BEFORE INSERT ON passkeys
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER consents_account BEFORE INSERT ON consents
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER data_exports_account BEFORE INSERT ON data_exports
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();
CREATE TRIGGER operator_views_account BEFORE INSERT ON operator_views
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_user();

-- Consents stay append-only, except that the next migration gives them their account.
DROP TRIGGER consents_append_only ON consents;
CREATE TRIGGER consents_kept BEFORE DELETE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER consents_append_only BEFORE UPDATE ON consents FOR EACH ROW
  WHEN (OLD.account_id IS NOT NULL OR (NEW.id, NEW.user_id, NEW.article, NEW.answer, NEW.form_text, NEW.form_version, NEW.claimed_form, NEW.client, NEW.claimed_client, NEW.answered_at) IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.article, OLD.answer, OLD.form_text, OLD.form_version, OLD.claimed_form, OLD.client, OLD.claimed_client, OLD.answered_at))
  EXECUTE FUNCTION refuse_change();
