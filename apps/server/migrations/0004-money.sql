-- Invoices, payments and the books. References between rows of one cause are checked at commit, so that the
-- invoice number, the one row all accounts share, is taken last (billing.md §3).

CREATE TABLE invoice_counters (
  id text PRIMARY KEY,
  last_number bigint NOT NULL
);
INSERT INTO invoice_counters VALUES ('invoices', 0);

CREATE TABLE invoices (
  id text PRIMARY KEY,
  number text NOT NULL UNIQUE,
  account_id text NOT NULL REFERENCES accounts,
  subscription_id text REFERENCES subscriptions,
  reason text NOT NULL CHECK (reason IN ('create', 'renewal', 'change', 'trial_end', 'promotion_end', 'one_time', 'grant')),
  status text NOT NULL CHECK (status IN ('open', 'paid', 'void', 'uncollectible')),
  description text NOT NULL,
  period_start timestamptz,
  period_end timestamptz,
  subtotal_cents bigint NOT NULL,
  discount_cents bigint NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
  tax_rate_ppm integer NOT NULL,
  tax_place text NOT NULL DEFAULT '',
  tax_cents bigint NOT NULL,
  total_cents bigint NOT NULL,
  credit_applied_cents bigint NOT NULL DEFAULT 0,
  credit_added_cents bigint NOT NULL DEFAULT 0 CHECK (credit_added_cents >= 0),
  carried_cents bigint NOT NULL DEFAULT 0 CHECK (carried_cents >= 0),
  amount_due_cents bigint NOT NULL CHECK (amount_due_cents >= 0),
  balance_after_cents bigint NOT NULL,
  bill_to jsonb,
  finalized_at timestamptz NOT NULL,
  paid_at timestamptz,
  attempt_count integer NOT NULL DEFAULT 0,
  dunning_slot integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  overdue_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (total_cents = subtotal_cents - discount_cents + tax_cents),
  CHECK (total_cents < 0 OR amount_due_cents = total_cents - credit_applied_cents - carried_cents),
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
COMMENT ON COLUMN invoices.dunning_slot IS 'How many of the scheduled attempts have passed, with or without a call (billing.md §2.7).';
CREATE INDEX invoices_receipts ON invoices (account_id, finalized_at DESC, id DESC) WHERE status <> 'void';
CREATE INDEX invoices_open ON invoices (account_id) WHERE status = 'open';
CREATE INDEX invoices_subscription ON invoices (subscription_id, period_start);
CREATE UNIQUE INDEX invoices_one_per_period ON invoices (subscription_id, period_start)
  WHERE reason IN ('create', 'renewal', 'trial_end', 'promotion_end') AND status <> 'void';
CREATE UNIQUE INDEX invoices_one_open ON invoices (subscription_id) WHERE status = 'open';

CREATE FUNCTION freeze_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'invoice % is kept', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.number, NEW.account_id, NEW.subscription_id, NEW.reason, NEW.subtotal_cents, NEW.discount_cents, NEW.tax_rate_ppm, NEW.tax_cents, NEW.total_cents, NEW.bill_to, NEW.finalized_at)
     IS DISTINCT FROM
     (OLD.number, OLD.account_id, OLD.subscription_id, OLD.reason, OLD.subtotal_cents, OLD.discount_cents, OLD.tax_rate_ppm, OLD.tax_cents, OLD.total_cents, OLD.bill_to, OLD.finalized_at) THEN
    RAISE EXCEPTION 'the figures of invoice % are final', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status <> 'open' AND (NEW.credit_applied_cents, NEW.credit_added_cents, NEW.carried_cents, NEW.amount_due_cents)
     IS DISTINCT FROM (OLD.credit_applied_cents, OLD.credit_added_cents, OLD.carried_cents, OLD.amount_due_cents) THEN
    RAISE EXCEPTION 'invoice % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status IN ('paid', 'void') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'invoice % is %', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_frozen BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION freeze_invoice();

CREATE TABLE invoice_lines (
  id text PRIMARY KEY,
  invoice_id text NOT NULL REFERENCES invoices DEFERRABLE INITIALLY DEFERRED,
  position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('recurring', 'add_on', 'proration_charge', 'proration_credit', 'maintenance', 'grant')),
  description text NOT NULL,
  quantity integer NOT NULL,
  unit_amount_cents bigint NOT NULL,
  gross_cents bigint NOT NULL,
  discount_cents bigint NOT NULL DEFAULT 0,
  amount_cents bigint NOT NULL,
  period_start timestamptz,
  period_end timestamptz,
  price_id text REFERENCES plan_prices,
  source_line_id text REFERENCES invoice_lines DEFERRABLE INITIALLY DEFERRED,
  voided boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (invoice_id, position),
  CHECK (amount_cents = gross_cents - discount_cents)
);
CREATE UNIQUE INDEX invoice_lines_credited_once ON invoice_lines (source_line_id) WHERE kind = 'proration_credit' AND NOT voided;

CREATE FUNCTION freeze_invoice_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A voided invoice frees its source lines, and a late payment moves the dates of service (S16); the money stands.
  IF TG_OP = 'UPDATE' AND
     (NEW.invoice_id, NEW.position, NEW.kind, NEW.quantity, NEW.unit_amount_cents, NEW.gross_cents, NEW.discount_cents, NEW.amount_cents, NEW.source_line_id)
     IS NOT DISTINCT FROM
     (OLD.invoice_id, OLD.position, OLD.kind, OLD.quantity, OLD.unit_amount_cents, OLD.gross_cents, OLD.discount_cents, OLD.amount_cents, OLD.source_line_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the lines of an invoice are final' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER invoice_lines_frozen BEFORE UPDATE OR DELETE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION freeze_invoice_line();

CREATE TABLE payment_attempts (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('charge', 'setup')),
  account_id text NOT NULL REFERENCES accounts,
  invoice_id text REFERENCES invoices DEFERRABLE INITIALLY DEFERRED,
  attempt_no integer NOT NULL,
  amount_cents bigint NOT NULL,
  on_session boolean NOT NULL,
  payment_method_id text REFERENCES payment_methods,
  status text NOT NULL CHECK (status IN ('sending', 'requires_action', 'processing', 'succeeded', 'declined', 'errored', 'canceled')),
  gateway_intent_ref text,
  gateway_charge_ref text UNIQUE,
  brand text,
  last4 text,
  error_code text,
  decline_code text,
  error_message text,
  lease_until timestamptz,
  sent_at timestamptz NOT NULL,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'setup') = (invoice_id IS NULL)),
  UNIQUE (invoice_id, attempt_no)
);
COMMENT ON TABLE payment_attempts IS 'Written before the gateway is called; its id is the idempotency key of that call. A succeeded charge is the payment.';
CREATE UNIQUE INDEX payment_attempts_undecided ON payment_attempts (invoice_id) WHERE status IN ('sending', 'requires_action', 'processing');
CREATE UNIQUE INDEX payment_attempts_undecided_setup ON payment_attempts (account_id) WHERE kind = 'setup' AND status IN ('sending', 'requires_action', 'processing');
CREATE UNIQUE INDEX payment_attempts_paid_once ON payment_attempts (invoice_id) WHERE status = 'succeeded';
CREATE INDEX payment_attempts_account ON payment_attempts (account_id);
CREATE INDEX payment_attempts_lost ON payment_attempts (lease_until) WHERE status = 'sending';
CREATE TRIGGER payment_attempts_touch BEFORE UPDATE ON payment_attempts FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE ledger_entries (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  kind text NOT NULL,
  ref_id text NOT NULL,
  seq integer NOT NULL DEFAULT 0,
  debit text NOT NULL CHECK (debit IN ('customer_credit', 'receivable', 'cash', 'revenue', 'tax_payable', 'goodwill', 'write_off')),
  credit text NOT NULL CHECK (credit IN ('customer_credit', 'receivable', 'cash', 'revenue', 'tax_payable', 'goodwill', 'write_off')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (debit <> credit),
  UNIQUE (kind, ref_id, seq, debit, credit)
);
COMMENT ON TABLE ledger_entries IS 'One row moves an amount from credit to debit, so the books balance by construction (INV-4).';
CREATE INDEX ledger_entries_account ON ledger_entries (account_id, at);
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
