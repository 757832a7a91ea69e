-- A session knows the browser it began in, so that a change of password made there leaves that browser known.

ALTER TABLE sessions ADD COLUMN device_id text;
COMMENT ON COLUMN sessions.device_id IS 'The known device it began on; that may be forgotten meanwhile. NULL: it began before there was this column.';
ALTER TABLE operator_sessions ADD COLUMN device_id text;
COMMENT ON COLUMN operator_sessions.device_id IS 'The known device it began on; that may be forgotten meanwhile. NULL: it began before there was this column.';
