-- Kind: expand
-- Locks: subscriptions, subscription_changes, subscription_discounts, subscription_events, maintenance_periods, invoices, invoice_lines, payment_attempts
-- The foreign keys with the account have replaced these (decision 98).
ALTER TABLE subscription_changes DROP CONSTRAINT subscription_changes_subscription_id_fkey;
ALTER TABLE subscription_discounts DROP CONSTRAINT subscription_discounts_subscription_id_fkey;
ALTER TABLE subscription_events DROP CONSTRAINT subscription_events_subscription_id_fkey;
ALTER TABLE maintenance_periods DROP CONSTRAINT maintenance_periods_subscription_id_fkey;
ALTER TABLE invoices DROP CONSTRAINT invoices_subscription_id_fkey;
ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_invoice_id_fkey;
ALTER TABLE payment_attempts DROP CONSTRAINT payment_attempts_invoice_id_fkey;
