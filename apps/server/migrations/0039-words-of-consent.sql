-- Proof of consent holds words that the server knows; what a caller says was shown is kept beside it, as a claim (L13).

ALTER TABLE consents ALTER COLUMN form_text DROP NOT NULL;
ALTER TABLE consents ALTER COLUMN form_version DROP NOT NULL;
ALTER TABLE consents ADD COLUMN claimed_form text;
ALTER TABLE consents ADD COLUMN claimed_client text;
ALTER TABLE consents ADD CONSTRAINT consents_words CHECK (
  (form_text IS NULL) = (form_version IS NULL) AND (form_text IS NULL) <> (claimed_form IS NULL)
);
COMMENT ON COLUMN consents.form_text IS 'The server''s own text of the words that were agreed to or refused. NULL: the caller sent words that no page of ours shows (claimed_form). In rows whose form_version is a SHA-256 (before this column was checked) it is the text that the caller sent.';
COMMENT ON COLUMN consents.form_version IS 'Version and language of form_text, for example marketing-switch-1/de.';
COMMENT ON COLUMN consents.claimed_form IS 'Words that the caller says were shown, when the server does not know them. No proof.';
COMMENT ON COLUMN consents.client IS 'Address of ours whose page asked, or api for words that no page of ours shows.';
COMMENT ON COLUMN consents.claimed_client IS 'Client that the caller named, when it differs from client. No proof.';
