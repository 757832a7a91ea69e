-- Kind: expand
-- Reads the stored rows of the new foreign keys. Nothing waits (decision 98).
ALTER TABLE subscription_changes VALIDATE CONSTRAINT subscription_changes_of_account;
ALTER TABLE subscription_discounts VALIDATE CONSTRAINT subscription_discounts_of_account;
ALTER TABLE subscription_events VALIDATE CONSTRAINT subscription_events_of_account;
ALTER TABLE maintenance_periods VALIDATE CONSTRAINT maintenance_periods_of_account;
ALTER TABLE invoices VALIDATE CONSTRAINT invoices_of_account;
ALTER TABLE invoice_lines VALIDATE CONSTRAINT invoice_lines_of_account;
ALTER TABLE payment_attempts VALIDATE CONSTRAINT payment_attempts_of_account;
