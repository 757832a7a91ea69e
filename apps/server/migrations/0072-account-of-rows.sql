-- Kind: expand
-- Locks: subscription_changes, subscription_discounts, subscription_events, maintenance_periods, invoice_lines
-- Rows of a subscription or an invoice name their account, so that statements find them by it (decision 98).
ALTER TABLE subscription_changes ADD COLUMN account_id text;
ALTER TABLE subscription_discounts ADD COLUMN account_id text;
ALTER TABLE subscription_events ADD COLUMN account_id text;
ALTER TABLE maintenance_periods ADD COLUMN account_id text;
ALTER TABLE invoice_lines ADD COLUMN account_id text;

-- Servers of an earlier release insert rows without the account. They insert lines before their invoice, so those wait for
-- the end of the transaction.
CREATE FUNCTION fill_account_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT account_id INTO NEW.account_id FROM subscriptions WHERE id = NEW.subscription_id;
  RETURN NEW;
END $$;
CREATE FUNCTION fill_account_of_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoice_lines l SET account_id = i.account_id FROM invoices i WHERE l.id = NEW.id AND i.id = l.invoice_id;
  RETURN NULL;
END $$;
CREATE TRIGGER subscription_changes_account BEFORE INSERT ON subscription_changes
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_subscription();
CREATE TRIGGER subscription_discounts_account BEFORE INSERT ON subscription_discounts
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_subscription();
CREATE TRIGGER subscription_events_account BEFORE INSERT ON subscription_events
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_subscription();
CREATE TRIGGER maintenance_periods_account BEFORE INSERT ON maintenance_periods
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_subscription();
CREATE CONSTRAINT TRIGGER invoice_lines_account AFTER INSERT ON invoice_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.account_id IS NULL) EXECUTE FUNCTION fill_account_of_invoice();

-- Events stay append-only, except that the next migration gives them their account.
DROP TRIGGER subscription_events_append_only ON subscription_events;
CREATE TRIGGER subscription_events_kept BEFORE DELETE ON subscription_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER subscription_events_append_only BEFORE UPDATE ON subscription_events FOR EACH ROW
  WHEN (OLD.account_id IS NOT NULL OR (NEW.id, NEW.subscription_id, NEW.type, NEW.at, NEW.actor, NEW.data) IS DISTINCT FROM (OLD.id, OLD.subscription_id, OLD.type, OLD.at, OLD.actor, OLD.data))
  EXECUTE FUNCTION refuse_change();
