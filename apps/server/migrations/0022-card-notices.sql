-- Mails before a card expires, and trials counted by card.

ALTER TABLE payment_methods ADD COLUMN expiry_noticed_days integer;
COMMENT ON COLUMN payment_methods.expiry_noticed_days IS 'The last mark, in days before the card expires, that the customer was mailed at.';

CREATE INDEX trial_redemptions_card ON trial_redemptions (card_fingerprint_hash) WHERE card_fingerprint_hash IS NOT NULL;

-- Accounts that are going to be charged: whoever looks at one next works out its date anew.
UPDATE accounts a SET next_action_at = LEAST(a.next_action_at, make_timestamptz(m.exp_year, m.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month' - interval '30 days')
FROM payment_methods m
WHERE m.account_id = a.id AND m.status = 'active' AND a.next_action_at IS NOT NULL;
