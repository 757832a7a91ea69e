-- Browsers of the vendor's people are known again, as those of customers are.

CREATE TABLE operator_devices (
  id text PRIMARY KEY,
  operator_id text NOT NULL REFERENCES operators,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL
);
COMMENT ON TABLE operator_devices IS 'Browsers that operators have signed in from. Guesses from one are counted apart, so nobody can lock its owner out (threats.md §3). The token it holds is derived from the row, so none is stored.';
CREATE INDEX operator_devices_operator ON operator_devices (operator_id, last_used_at);
