-- A plan by agreement begins when an operator accepts the request (S23, S24). Plans by agreement that are active now
-- count as accepted.
ALTER TABLE subscriptions DROP CONSTRAINT subscriptions_status_check;
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_status_check CHECK (
  status IN ('requested', 'incomplete', 'trialing', 'active', 'past_due', 'suspended', 'canceled', 'incomplete_expired'));
ALTER TABLE subscriptions ADD CHECK (status <> 'requested' OR source = 'custom');
COMMENT ON COLUMN subscriptions.status IS 'requested: a plan by agreement that no operator has accepted. Its period has no meaning until then.';
CREATE UNIQUE INDEX subscriptions_one_request ON subscriptions (account_id, plan_id) WHERE status = 'requested';
