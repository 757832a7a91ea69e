-- Kind: expand
-- Transaction: none
-- The operator site lists customers on sandbox clocks by their next work. Without the sandbox the index is empty.
CREATE INDEX CONCURRENTLY accounts_next_on_clock ON accounts (next_action_at, id) WHERE clock_id IS NOT NULL AND next_action_at IS NOT NULL;
