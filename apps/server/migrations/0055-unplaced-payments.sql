-- Payments at the gateway that a restored database has lost and that no rule can book. An operator decides (decision 61).
CREATE TABLE unplaced_payments (
  gateway_ref text PRIMARY KEY,
  account_id text,
  receipt text,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'closed')),
  found_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CHECK ((status = 'waiting') = (closed_at IS NULL))
);
CREATE INDEX unplaced_payments_account ON unplaced_payments (account_id);
COMMENT ON TABLE unplaced_payments IS 'Payments at the gateway that the books lack, found by foyer reconcile. Closed when they were refunded there, or booked.';
COMMENT ON COLUMN unplaced_payments.account_id IS 'Account in the metadata of the payment. It may be lost, so it is no foreign key.';
