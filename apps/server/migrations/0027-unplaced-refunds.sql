-- Refunds that were made at the gateway and fit into no payment by themselves, until an operator says what they are.

CREATE TABLE unplaced_refunds (
  gateway_ref text PRIMARY KEY,
  account_id text REFERENCES accounts,
  attempt_id text REFERENCES payment_attempts,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'booked', 'from_credit', 'dismissed', 'returned')),
  found_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK ((account_id IS NULL) = (attempt_id IS NULL))
);
COMMENT ON TABLE unplaced_refunds IS 'Made at the gateway, past the portal, of money that the books know otherwise or not at all (billing.md §1.5, I9). Decided once.';
COMMENT ON COLUMN unplaced_refunds.account_id IS 'Null when the payment it gives back is not in the books.';
COMMENT ON COLUMN unplaced_refunds.status IS 'booked: as a refund of a receipt; from_credit: as account credit that was paid out; dismissed: the vendor bears it; returned: the bank could not credit it.';
CREATE INDEX unplaced_refunds_waiting ON unplaced_refunds (found_at, gateway_ref) WHERE status = 'waiting';
CREATE INDEX unplaced_refunds_account ON unplaced_refunds (account_id);
