-- A restored backup renews what was renewed after it. The key of such a charge is made of its account, period and purpose, so that
-- the gateway recognises it (decision 61). Attempts of earlier releases have no such key: the id of the attempt is their key.
ALTER TABLE payment_attempts ADD COLUMN gateway_key text;
COMMENT ON TABLE payment_attempts IS 'Written before the gateway is called. A succeeded charge is the payment.';
COMMENT ON COLUMN payment_attempts.gateway_key IS 'Key of the charge at the gateway, made of account, subscription, purpose, period and try. NULL: the id of the attempt is the key.';
ALTER TABLE sandbox.intents ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN sandbox.intents.metadata IS 'Account, receipt, subscription, period and attempt of a charge, as a real gateway stores them with it.';
CREATE INDEX intents_customer ON sandbox.intents (customer_id, created_at);
