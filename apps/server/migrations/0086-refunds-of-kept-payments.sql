-- Kind: expand
-- Locks: unplaced_refunds
-- Long lock: unplaced_refunds: a check
-- A refund of a payment that was kept as credit has an account and no attempt (decision 73).
ALTER TABLE unplaced_refunds
  DROP CONSTRAINT unplaced_refunds_check1,
  ADD CONSTRAINT unplaced_refunds_payment CHECK (attempt_id IS NULL OR account_id IS NOT NULL);
COMMENT ON COLUMN unplaced_refunds.account_id IS 'NULL: the refunded payment is not in the books. Set without attempt_id: it was kept as credit.';
