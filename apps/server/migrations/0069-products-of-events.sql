-- Kind: expand
-- Locks: security_events
-- The activity names the product whose portal link began a session for as long as it shows the session (decision 78).
ALTER TABLE security_events ADD COLUMN product_address text;
COMMENT ON COLUMN security_events.product_address IS 'Origin of the product whose portal link began the session. The row of the link is deleted earlier. NULL: another event.';
