-- Fingerprint of the secret that the rows of this database were made with: a server with another secret refuses to start,
-- because it could read none of what was sealed, signed or hashed (docs/keys.md). The server writes it at its start; a
-- database that is older than this table adopts the secret of the first server that starts on it.
CREATE TABLE installation_secret (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fingerprint text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
