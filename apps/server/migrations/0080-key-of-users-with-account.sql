-- Kind: expand
-- Transaction: none
-- Foreign keys of the next migration refer to it (decision 99).
CREATE UNIQUE INDEX CONCURRENTLY users_id_account ON users (id, account_id);
