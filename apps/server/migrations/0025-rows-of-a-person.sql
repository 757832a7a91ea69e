-- Taking out and closing read every row of one person (BY-02, SC-10): each of these tables grows, and a partial index does
-- not answer a question without its condition.

DROP INDEX invoices_receipts;
CREATE INDEX invoices_receipts ON invoices (account_id, finalized_at DESC, id DESC);
-- Both are answered by the one above: an account has few receipts, and fewer that are open or void.
DROP INDEX invoices_open;
DROP INDEX invoices_void;

CREATE INDEX payment_methods_account ON payment_methods (account_id);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX email_tokens_all ON email_tokens (user_id);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id);
CREATE INDEX mails_account ON mails (account_id);
CREATE INDEX subscription_changes_subscription ON subscription_changes (subscription_id);
DROP INDEX subscription_discounts_held;
CREATE INDEX subscription_discounts_subscription ON subscription_discounts (subscription_id);

-- A card that is taken off is looked for in what refers to it.
CREATE INDEX payment_attempts_card ON payment_attempts (payment_method_id) WHERE payment_method_id IS NOT NULL;
CREATE INDEX gateway_removals_card ON gateway_removals (card_id) WHERE card_id IS NOT NULL;
