-- Kind: expand
-- Locks: product_grants
-- A grant stores what the customer was asked about (decision 93). Rows of before have nothing, so the customer is asked once more.
ALTER TABLE product_grants ADD COLUMN consented_scopes text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN product_grants.consented_scopes IS 'Scopes that the customer has allowed on the page of consent, now or at an earlier sign-in. Empty for a product of the vendor, which asks no question.';
