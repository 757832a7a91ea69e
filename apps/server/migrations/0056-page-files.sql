-- Kind: expand
-- Scripts and styles of the pages, so that each server has those of the others while a release is rolled out (decision 66).
CREATE TABLE page_files (
  name text PRIMARY KEY,
  content bytea NOT NULL,
  is_brotli boolean NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE page_files IS 'Built files below /assets/ of each server. The name contains a hash of the content, so a row is never changed.';
COMMENT ON COLUMN page_files.seen_at IS 'When a server last had the file. Updated once a day; the row is deleted 90 days later.';
