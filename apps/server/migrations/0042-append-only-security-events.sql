-- Security events are append-only as the audit trail is. Closing an account takes the caller's address and browser out of
-- its events, and events go after a year: the triggers allow both, by the database's own clock, and nothing else.

CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.address IS NULL AND NEW.user_agent IS NULL
     AND to_jsonb(NEW) - 'address' - 'user_agent' = to_jsonb(OLD) - 'address' - 'user_agent'
     AND EXISTS (SELECT FROM accounts WHERE id = OLD.account_id AND status = 'closed') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE on security_events is refused: its rows are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER security_events_append_only BEFORE UPDATE ON security_events FOR EACH ROW EXECUTE FUNCTION refuse_event_change();
CREATE TRIGGER security_events_kept BEFORE DELETE ON security_events FOR EACH ROW
  WHEN (OLD.at > now() - interval '365 days') EXECUTE FUNCTION refuse_change();
COMMENT ON TABLE security_events IS 'What threats.md §5 wants remembered about a customer: sign-in, sign-out, reuse of a refresh token. Never a secret. Append-only; address and user_agent go when the account is closed, a row goes after 365 days.';
