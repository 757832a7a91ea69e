-- What a customer agreed to, what a customer takes along, and what is left to remove at the payment provider.

CREATE TABLE consents (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  article text NOT NULL,
  answer text NOT NULL CHECK (answer IN ('yes', 'no')),
  form_text text NOT NULL,
  form_version text NOT NULL,
  client text NOT NULL,
  answered_at timestamptz NOT NULL
);
COMMENT ON TABLE consents IS 'Every answer to an article of consent, never changed: the newest row is the present answer, none means unknown (billing.md §1.1).';
COMMENT ON COLUMN consents.form_text IS 'The exact words that were on the screen; form_version is their SHA-256, so that the same words are easily found.';
CREATE INDEX consents_newest ON consents (user_id, article, answered_at DESC, id DESC);
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE data_exports (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users,
  requested_at timestamptz NOT NULL,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes integer,
  document text,
  CHECK ((ready_at IS NULL) = (expires_at IS NULL)),
  CHECK (ready_at IS NOT NULL OR document IS NULL)
);
COMMENT ON TABLE data_exports IS 'What a customer takes along (BY-02): pending until ready_at, gone from expires_at on, when the document is removed.';
CREATE UNIQUE INDEX data_exports_pending ON data_exports (user_id) WHERE ready_at IS NULL;
CREATE INDEX data_exports_user ON data_exports (user_id, requested_at DESC);

CREATE TABLE gateway_removals (
  customer_ref text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  card_id text REFERENCES payment_methods ON DELETE SET NULL,
  tries integer NOT NULL DEFAULT 0,
  retry_at timestamptz NOT NULL,
  removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE gateway_removals IS 'Customers that the payment provider was, or is still to be, told to delete. Written before the provider is asked, so that a lost answer is asked for again.';
COMMENT ON COLUMN gateway_removals.card_id IS 'The card that was taken off the account for it: put back when the provider says no.';
CREATE INDEX gateway_removals_account ON gateway_removals (account_id);
CREATE INDEX gateway_removals_due ON gateway_removals (retry_at) WHERE removed_at IS NULL;

-- A deleted customer of the sandbox gateway can be charged no more; what was charged stays in its books.
ALTER TABLE sandbox.customers ADD COLUMN deleted_at timestamptz;
