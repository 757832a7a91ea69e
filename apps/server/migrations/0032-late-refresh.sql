-- A predecessor of the current refresh token is answered late once, not without end: a copy is found out (M1, INV-15).
ALTER TABLE sessions
  ADD COLUMN late_generation integer,
  ADD COLUMN late_at timestamptz;
COMMENT ON COLUMN sessions.late_generation IS 'Generation that was last handed out again more than 10 s after it was made, for its predecessor. NULL: never (domain/security/refresh-rotation.ts).';
COMMENT ON COLUMN sessions.late_at IS 'When that was. NULL: never.';
