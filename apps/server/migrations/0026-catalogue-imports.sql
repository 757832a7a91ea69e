-- Which catalogues were imported, so that a server that starts with an older one leaves the newer alone.

CREATE TABLE catalogue_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content_hash text NOT NULL,
  imported_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE catalogue_imports IS 'Contents of the vendor''s files, in the order in which each became the one that is offered; the last row is what holds.';
CREATE INDEX catalogue_imports_content ON catalogue_imports (content_hash);

-- A refund that was made at the gateway is booked when an event tells of it: once, whatever two workers do at the same moment.
DROP INDEX refunds_gateway_ref;
CREATE UNIQUE INDEX refunds_gateway_ref ON refunds (gateway_ref) WHERE gateway_ref IS NOT NULL;
