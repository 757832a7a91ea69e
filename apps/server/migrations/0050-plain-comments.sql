-- Plain comments. Earlier ones name documents that the repository does not have, or words of former releases.

COMMENT ON TABLE clocks IS 'Sandbox clocks. The present time of an account with one is frozen_at (docs/domain.md).';
COMMENT ON TABLE accounts IS 'Party that pays. It is the unit of locking, of due work and of credit.';

-- Sign-in of customers

COMMENT ON COLUMN sessions.generation IS 'Number of rotations of the refresh token. 0 is the first token of the sign-in.';
COMMENT ON COLUMN sessions.stepped_at IS 'Time of the last rotation. Reuse of the token before it within 10 s is a race, not a theft.';
COMMENT ON COLUMN sessions.proved_at IS 'Last fresh sign-in at the provider for this session, accepted for a few minutes (packages/domain/src/identity/step-up.ts).';
COMMENT ON COLUMN sessions.late_generation IS 'Generation last handed out for its predecessor more than 10 s after it was made. NULL: never (packages/domain/src/identity/refresh-rotation.ts).';
COMMENT ON COLUMN sessions.late_at IS 'When late_generation was handed out again. NULL: never.';
COMMENT ON COLUMN sessions.device_id IS 'Known device of the sign-in, which may be deleted meanwhile. NULL: the session is older than this column.';
COMMENT ON COLUMN users.language IS 'Language of mails and receipts: that of the pages at registration, then the choice of the user.';
COMMENT ON TABLE security_events IS 'Record of sign-ins, changes of credentials and the like (docs/security.md). Never a secret. Append-only; address and user_agent are erased when the account is closed, a row is deleted after 365 days.';
COMMENT ON COLUMN security_events.type IS 'Customers are shown the types in activityTypes of the contract. All others are for operators only.';
COMMENT ON COLUMN security_events.method IS 'Credentials of a sign-in: the password alone or with a second step, a passkey alone, or the OpenID provider. NULL for other events and for sign-ins before this column.';
COMMENT ON TABLE failure_counters IS 'Wrong guesses, shared by all servers (docs/security.md). The key is a keyed hash, never an e-mail address.';
COMMENT ON TABLE rate_windows IS 'Calls counted in a fixed window. Expired rows are deleted by later calls.';
COMMENT ON COLUMN rate_windows.key IS 'Name of the limit and a keyed hash of its subject, never an e-mail address.';
COMMENT ON TABLE email_tokens IS 'Links in mails. The secret of a link is derived from the id with a key of the installation and is not stored (INV-22).';
COMMENT ON COLUMN email_tokens.email IS 'Address the link was mailed to. The link verifies it, or makes it the address of the user.';
COMMENT ON TABLE totp_secrets IS 'Secrets of one-time codes (RFC 6238). A secret is in use once users.mfa_enabled_at is set; before that, its setup waits for two codes.';
COMMENT ON COLUMN totp_secrets.last_step IS 'Time step of the last used code. It only grows, so a code works once (INV-18).';
COMMENT ON TABLE known_devices IS 'Browsers that have signed in. Wrong guesses from one are counted separately, so that others cannot lock its owner out (docs/security.md). Its token is derived from the row and not stored.';
COMMENT ON TABLE passkeys IS 'Public keys for sign-in. The private key never leaves the device.';
COMMENT ON COLUMN passkeys.rp_id IS 'Host name the passkey was made for. Browsers offer it for no other.';
COMMENT ON COLUMN passkeys.counter IS 'Signature counter of the last use. A later signature with a smaller or equal one comes from a copy. 0: the device does not count.';
COMMENT ON TABLE passkey_challenges IS 'Challenges that a passkey has to sign. A row is deleted when it is answered, so it is answered once.';
COMMENT ON COLUMN passkey_challenges.user_id IS 'User who adds a passkey with it. NULL: a sign-in, whose user is not known yet.';
COMMENT ON TABLE user_identities IS 'Users by issuer and subject of the OpenID provider. The pair is the only stable identifier (OpenID Connect Core §5.7), because an e-mail address may change hands.';
COMMENT ON TABLE oidc_sign_ins IS 'Sign-ins in progress at the OpenID provider. The id is a hash of a value that the browser holds. State, nonce and verifier are derived from that value, so a row alone completes no sign-in.';
COMMENT ON COLUMN oidc_sign_ins.session_id IS 'Session that this fresh sign-in confirms. NULL: the sign-in begins a session.';

-- Consent, export and closing

COMMENT ON TABLE consents IS 'Answers to articles of consent, never changed. The newest row is the present answer; no row means unknown.';
COMMENT ON COLUMN consents.client IS 'Address of the site whose page asked; api for words that no page of the portal shows.';
COMMENT ON TABLE data_exports IS 'Data exports of customers (BY-02). Pending until ready_at; the document is removed at expires_at.';
COMMENT ON TABLE gateway_removals IS 'Customers that the gateway has deleted or still has to delete. Written before the call, so that a call without an answer is repeated.';
COMMENT ON COLUMN gateway_removals.card_id IS 'Card that was taken off the account for the removal. Restored when the gateway refuses.';
COMMENT ON COLUMN closing_orders.announced_at IS 'Time of the mail that the closing waits for the gateway.';

-- Payments

COMMENT ON TABLE payment_methods IS 'Cards at the gateway: only reference, brand, last four digits and expiry are stored (INV-21). The active one is the default.';
COMMENT ON COLUMN payment_methods.expiry_noticed_days IS 'Last mailed reminder, in days before the card expires.';
COMMENT ON COLUMN payment_attempts.looks IS 'How often recovery has asked the gateway about it. The pause grows with it up to five minutes.';
COMMENT ON COLUMN payment_attempts.given_up_at IS 'When recovery stopped, after seven days undecided: an operator decides. Set to NULL, recovery continues.';
COMMENT ON COLUMN invoices.dunning_slot IS 'Number of scheduled attempts that have passed, with or without a call to the gateway.';
COMMENT ON COLUMN invoices.coupon_code IS 'Code that lowered the invoice, as the receipt shows it.';
COMMENT ON COLUMN idempotency_keys.subject_id IS 'Outcome of the call as JSON, written in its transaction. A repeated call is answered from it, also when the first one was killed.';
COMMENT ON TABLE webhook_events IS 'Signed events of the gateway, each stored once. Only what is needed to look the object up again is kept (INV-10).';
COMMENT ON TABLE unplaced_refunds IS 'Gateway refund that matches no payment. An operator decides once how to book it (I9).';
COMMENT ON COLUMN unplaced_refunds.account_id IS 'NULL: the refunded payment is not in the books.';
COMMENT ON TABLE sandbox.tokens IS 'Test cards by token. The card number itself is not stored.';
COMMENT ON TABLE sandbox.answers IS 'Answers of the sandbox gateway by idempotency key. The same key gets the same answer; another request under it is an error.';
COMMENT ON COLUMN sandbox.cards.set_up IS 'False until the challenge of saving the card is passed. Before that, the card cannot be charged.';
COMMENT ON TABLE sandbox.events IS 'Events that the sandbox gateway has not sent to the webhook yet.';

-- Catalogue, codes and promotions

COMMENT ON TABLE catalogue_imports IS 'Contents of the catalogue files, in the order in which they came into effect. The last row is in effect.';
COMMENT ON COLUMN features.prerequisite_name IS 'Other software that the feature needs. The steps say how to install it.';
COMMENT ON COLUMN plans.texts IS 'Translations of the English texts, by language: {"de": {"description": "…"}}.';
COMMENT ON COLUMN features.texts IS 'Translations of the English texts, by language.';
COMMENT ON COLUMN add_ons.texts IS 'Translations of the English texts, by language.';
COMMENT ON TABLE trial_redemptions IS 'Trials that were used, one per account and product (INV-8). Holds keyed hashes, so that rows may outlive a closed account.';
COMMENT ON TABLE coupon_batches IS 'Codes that were made together and have the same effect. Each code begins with the id; the name says what they are for.';
COMMENT ON COLUMN coupons.code_hash IS 'SHA-256 of the display part. The whole code, {batch}_{DISPLAY}, is shown once, to its creator.';
COMMENT ON COLUMN coupons.discount_cycles IS 'Number of bills that a discount lowers. NULL: all of them.';
COMMENT ON TABLE coupon_prices IS 'Prices that a discount lowers.';
COMMENT ON COLUMN coupon_redemptions.typed_code IS 'Whole code, also when only its display part was typed.';
COMMENT ON COLUMN coupon_redemptions.subscription_id IS 'Subscription that the code was used for, or that a held redemption is meant for.';
COMMENT ON TABLE subscription_discounts IS 'Discount of a subscription and the redemption it came from. A subscription has one at a time.';
COMMENT ON COLUMN subscription_discounts.status IS 'pending: its first bill is not paid yet. If that bill is never paid, the coupon can be used again.';
COMMENT ON COLUMN maintenance_extensions.name IS 'The first digit is the length in years. Pages read it from there (MA-05).';
COMMENT ON TABLE one_time_purchases IS 'Purchases of maintenance. One succeeds in the transaction that pays its invoice and creates its maintenance period (I22).';
COMMENT ON COLUMN maintenance_periods.noticed_days IS 'Last mailed reminder, in days before the end.';
COMMENT ON COLUMN promotions.collect_payment IS 'Whether a card is requested where cards are accepted, and charged after the free time.';
COMMENT ON COLUMN promotion_grants.months IS 'Number of free months. NULL: without an end.';
COMMENT ON TABLE promotion_codes IS 'Random codes, which cannot be guessed from the name of the promotion. A code of an account works for that account only.';
COMMENT ON COLUMN promotion_redemptions.status IS 'held: waits for the export review. released: returned unused, so that it may be used again.';
COMMENT ON COLUMN promotion_redemptions.transition_at_end IS 'Whether the plans continue as paid plans after the free time, where a card is charged. The customer chooses.';
COMMENT ON COLUMN export_reviews.held_action IS 'Claims that opening the review took from the user. They are restored when it is cleared.';

-- Messages to products

COMMENT ON TABLE product_hook_deliveries IS 'Messages to products, each written with its job in the transaction of its cause (INV-26).';
COMMENT ON COLUMN product_hook_deliveries.id IS 'Header webhook-id. It is the same in every attempt, so that a product can ignore a repetition.';
COMMENT ON COLUMN product_hook_deliveries.seq IS 'Assigned under the lock of the account. Of two messages about an account the higher one is later.';
COMMENT ON COLUMN product_hook_deliveries.data IS 'What the product needs to decide; no name, address or secret.';
COMMENT ON COLUMN product_hook_deliveries.last_error IS 'Short code such as timeout, never the response of the product.';

-- Operators

COMMENT ON TABLE operators IS 'People of the vendor who may use the operator site. The command line creates the first one (OP-01). Rows are never deleted, because the audit log names them.';
COMMENT ON COLUMN operators.totp_last_step IS 'Time step of the last used code. It only grows, so a code works once (INV-18).';
COMMENT ON COLUMN operators.first_password_used_at IS 'Time of the sign-in with the printed password. NULL before it and once the operator has chosen a password.';
COMMENT ON TABLE operator_sessions IS 'Sessions of operators. Operator tokens and customer tokens are not interchangeable.';
COMMENT ON COLUMN operator_sessions.device_id IS 'Known device of the sign-in, which may be deleted meanwhile. NULL: the session is older than this column.';
COMMENT ON TABLE operator_devices IS 'Browsers that operators have signed in from. Wrong guesses from one are counted separately, so that others cannot lock its owner out (docs/security.md). Its token is derived from the row and not stored.';
COMMENT ON TABLE operator_idempotency_keys IS 'First answers to operator calls, kept for 72 hours (INV-9). A repeated command is refused by the unique audit_log.request_key, also when its first call died after the commit.';
COMMENT ON TABLE operator_views IS 'Read-only views of the pages of a customer. A view has no refresh token and is in no list of sessions. It ends with the session of its operator.';
COMMENT ON TABLE audit_log IS 'Commands of operators: who, what and why, each in the transaction that carried it out. Append-only.';
COMMENT ON COLUMN audit_log.domain_at IS 'Present time of the account, which a sandbox clock may set. NULL: the command did not use it.';
COMMENT ON COLUMN audit_log.request_key IS 'Idempotency-Key of the operator call. It is unique, so a repeated command is refused.';
