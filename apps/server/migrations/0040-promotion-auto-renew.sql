-- Auto-renew of a promotion can be declined when it is taken. While an export review holds it, the row keeps the choice.

ALTER TABLE promotion_redemptions ADD COLUMN transition_at_end boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN promotion_redemptions.transition_at_end IS 'Choice of the customer: the plans go on as paid plans after the free time, where a card is charged.';
