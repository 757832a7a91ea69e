-- A debt that was written off may still be paid, and credit is taken for it before the card (billing.md §2.2, 5): its figures
-- of payment move as those of an open invoice do, until it is paid. What is paid or void stands still.
CREATE OR REPLACE FUNCTION freeze_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'invoice % is kept', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.number, NEW.account_id, NEW.subscription_id, NEW.reason, NEW.subtotal_cents, NEW.discount_cents, NEW.tax_rate_ppm, NEW.tax_cents, NEW.total_cents, NEW.bill_to, NEW.finalized_at)
     IS DISTINCT FROM
     (OLD.number, OLD.account_id, OLD.subscription_id, OLD.reason, OLD.subtotal_cents, OLD.discount_cents, OLD.tax_rate_ppm, OLD.tax_cents, OLD.total_cents, OLD.bill_to, OLD.finalized_at) THEN
    RAISE EXCEPTION 'the figures of invoice % are final', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status IN ('paid', 'void') AND (NEW.credit_applied_cents, NEW.credit_added_cents, NEW.carried_cents, NEW.amount_due_cents)
     IS DISTINCT FROM (OLD.credit_applied_cents, OLD.credit_added_cents, OLD.carried_cents, OLD.amount_due_cents) THEN
    RAISE EXCEPTION 'invoice % is decided', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF OLD.status IN ('paid', 'void') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'invoice % is %', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  NEW.updated_at := now();
  RETURN NEW;
END $$;
