-- Kind: expand
-- Transaction: none
-- Foreign keys of the next migration refer to these (decision 98).
CREATE UNIQUE INDEX CONCURRENTLY subscriptions_id_account ON subscriptions (id, account_id);
CREATE UNIQUE INDEX CONCURRENTLY invoices_id_account ON invoices (id, account_id);
