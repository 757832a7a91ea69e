-- Kind: expand
-- Locks: product_grants
-- Long lock: product_grants: sets the time of the last use
-- The security page lists the products that have access, and ends it (decision 70).
ALTER TABLE product_grants ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(), ADD COLUMN revoked_at timestamptz;
UPDATE product_grants SET last_used_at = created_at;
COMMENT ON COLUMN product_grants.last_used_at IS 'When the product last got a code or token.';
COMMENT ON COLUMN product_grants.revoked_at IS 'When the customer removed the access of the product. Its consent no longer counts.';
