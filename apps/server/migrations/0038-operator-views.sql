-- Read-only views: an operator sees the pages of a customer for a few minutes (decision 35).

CREATE TABLE operator_views (
  id text PRIMARY KEY,
  operator_id text NOT NULL REFERENCES operators,
  operator_session_id text NOT NULL REFERENCES operator_sessions ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
COMMENT ON TABLE operator_views IS 'Apart from the sessions of customers: a view has no refresh token and is in no list of sessions. It ends with the session of its operator.';
CREATE INDEX operator_views_session ON operator_views (operator_session_id);
CREATE INDEX operator_views_user ON operator_views (user_id);
