-- Kind: expand
-- Locks: unplaced_payments
-- Long lock: unplaced_payments: a check and an index
-- An operator decides about a payment that the books lack: it is kept as account credit, or dismissed (decision 73).
ALTER TABLE unplaced_payments
  DROP CONSTRAINT unplaced_payments_status_check,
  ADD CONSTRAINT unplaced_payments_status_check CHECK (status IN ('waiting', 'closed', 'kept', 'dismissed'));
CREATE INDEX unplaced_payments_waiting ON unplaced_payments (found_at, gateway_ref) WHERE status = 'waiting';
COMMENT ON COLUMN unplaced_payments.status IS 'closed: refunded at the gateway, or booked; kept: booked as account credit; dismissed: not booked.';
