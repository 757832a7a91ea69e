-- Kind: expand
-- Long lock: invoice_lines: each row is updated.
-- Long lock: subscription_events: each row is updated.
-- Long lock: subscription_changes: each row is updated.
-- Long lock: subscription_discounts: each row is updated.
-- Long lock: maintenance_periods: each row is updated.
-- Rows of earlier releases get their account (decision 98).
UPDATE subscription_changes r SET account_id = s.account_id FROM subscriptions s WHERE s.id = r.subscription_id AND r.account_id IS NULL;
UPDATE subscription_discounts r SET account_id = s.account_id FROM subscriptions s WHERE s.id = r.subscription_id AND r.account_id IS NULL;
UPDATE subscription_events r SET account_id = s.account_id FROM subscriptions s WHERE s.id = r.subscription_id AND r.account_id IS NULL;
UPDATE maintenance_periods r SET account_id = s.account_id FROM subscriptions s WHERE s.id = r.subscription_id AND r.account_id IS NULL;
UPDATE invoice_lines l SET account_id = i.account_id FROM invoices i WHERE i.id = l.invoice_id AND l.account_id IS NULL;
