-- Kind: expand
-- Locks: subscriptions, subscription_changes, subscription_discounts, subscription_events, maintenance_periods, invoices, invoice_lines, payment_attempts
-- A row belongs to the account of its subscription or invoice (decision 98). The next migration reads the stored rows.
ALTER TABLE subscription_changes ADD CONSTRAINT subscription_changes_of_account FOREIGN KEY (subscription_id, account_id) REFERENCES subscriptions (id, account_id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE subscription_discounts ADD CONSTRAINT subscription_discounts_of_account FOREIGN KEY (subscription_id, account_id) REFERENCES subscriptions (id, account_id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE subscription_events ADD CONSTRAINT subscription_events_of_account FOREIGN KEY (subscription_id, account_id) REFERENCES subscriptions (id, account_id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE maintenance_periods ADD CONSTRAINT maintenance_periods_of_account FOREIGN KEY (subscription_id, account_id) REFERENCES subscriptions (id, account_id) NOT VALID;
ALTER TABLE invoices ADD CONSTRAINT invoices_of_account FOREIGN KEY (subscription_id, account_id) REFERENCES subscriptions (id, account_id) NOT VALID;
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_of_account FOREIGN KEY (invoice_id, account_id) REFERENCES invoices (id, account_id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
ALTER TABLE payment_attempts ADD CONSTRAINT payment_attempts_of_account FOREIGN KEY (invoice_id, account_id) REFERENCES invoices (id, account_id) DEFERRABLE INITIALLY DEFERRED NOT VALID;
