-- How often something was done lately, counted where all servers see it (threats.md §3).

CREATE TABLE rate_windows (
  key text NOT NULL,
  window_ms bigint NOT NULL CHECK (window_ms > 0),
  ends_at timestamptz NOT NULL,
  count integer NOT NULL CHECK (count >= 0),
  PRIMARY KEY (key, window_ms)
);
COMMENT ON TABLE rate_windows IS 'Takings within a window that began with the first of them. A row past its end means nothing and goes when somebody passes by.';
COMMENT ON COLUMN rate_windows.key IS 'What is counted, and a keyed hash of for whom: never an e-mail address.';
CREATE INDEX rate_windows_end ON rate_windows (ends_at);
