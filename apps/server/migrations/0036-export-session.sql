-- A data export is downloaded by the session that requested it with the password, and by no other (L5).
ALTER TABLE data_exports ADD COLUMN session_id text;
COMMENT ON COLUMN data_exports.session_id IS 'Session that requested it last. NULL: requested before this column; it has to be requested again.';
