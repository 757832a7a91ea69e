import { expect } from 'vitest';
import { makeCustomerToClose } from './closing.ts';
import { PASSWORD } from './customers.ts';
import type { Customer, Harness } from './harness.ts';
import { BUY, CARD, makePurchase, starterYearly } from './shop.ts';

/** Rows that no call writes in a few steps. */
const byHand = (userId: string, accountId: string): readonly string[] => [
  `INSERT INTO email_tokens (id, user_id, purpose, email, expires_at) VALUES ('emt_${userId}', '${userId}', 'change', 'x@example.test', now() + interval '1 hour')`,
  `INSERT INTO operators (id, email, name, password_hash, password_changed_at, roles)
   VALUES ('opr_${userId}', '${userId}@vendor.example', 'Jo', 'x', now(), ARRAY['support'])`,
  `INSERT INTO operator_sessions (id, operator_id, token_hash, created_at, last_used_at, expires_at)
   VALUES ('ops_${userId}', 'opr_${userId}', 'hash of ${userId}', now(), now(), now())`,
  `INSERT INTO operator_views (id, operator_id, operator_session_id, user_id, created_at, expires_at)
   VALUES ('opv_${userId}', 'opr_${userId}', 'ops_${userId}', '${userId}', now(), now())`,
  `INSERT INTO totp_secrets (user_id, sealed_secret, begun_at) VALUES ('${userId}', 'sealed', now())`,
  `INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ('${userId}', 'hash', now())`,
  `INSERT INTO known_devices (id, user_id, created_at, last_used_at) VALUES ('dev_${userId}', '${userId}', now(), now())`,
  `DELETE FROM known_devices WHERE user_id = '${userId}' AND id <> 'dev_${userId}'`,
  `INSERT INTO passkeys (id, user_id, rp_id, credential_id, public_key, counter, synced, name) VALUES ('key_${userId}', '${userId}', 'localhost', 'credential of ${userId}', '\\x01', 0, false, 'Phone')`,
  `INSERT INTO passkey_challenges (id, user_id, rp_id, challenge, expires_at) VALUES ('cha_${userId}', '${userId}', 'localhost', 'challenge', now())`,
  `INSERT INTO user_identities (issuer, subject, user_id) VALUES ('https://login.example.test', '${userId}', '${userId}')`,
  `INSERT INTO gateway_removals (customer_ref, account_id, retry_at, removed_at) VALUES ('cus_of_${accountId}', '${accountId}', now(), now())`,
  `INSERT INTO closing_orders (account_id, actor, reason, ordered_at, announced_at, retry_at)
   VALUES ('${accountId}', 'jo@vendor.example', 'asked by phone', now(), now(), now() + interval '1 day')`,
  `INSERT INTO unplaced_refunds (gateway_ref, account_id, attempt_id, amount_cents)
   SELECT 're_of_${accountId}', account_id, id, 1 FROM payment_attempts WHERE account_id = '${accountId}' LIMIT 1`,
  `INSERT INTO unplaced_payments (gateway_ref, account_id, receipt, amount_cents, reason)
   VALUES ('ch_of_${accountId}', '${accountId}', 'R-1', 1, 'no_rule')`,
  `INSERT INTO export_reviews (id, account_id, reason, status, held_action) VALUES ('exr_${accountId}', '${accountId}', 'name on a list', 'cleared', '{}')`,
  `INSERT INTO promotion_codes (code, promotion_id, account_id) VALUES ('code of ${accountId}', 'prm_tbs1k', '${accountId}')`,
  `INSERT INTO promotion_redemptions (id, promotion_id, account_id, code, status, at) VALUES ('prr_${accountId}', 'prm_tbs1k', '${accountId}', 'code of ${accountId}', 'applied', now())`,
  `INSERT INTO coupon_batches (id, name) VALUES ('ppd', 'for the tests') ON CONFLICT DO NOTHING`,
  `INSERT INTO coupons (id, batch, code_hash, type, percent_off, max_redemptions, redeemed_count, valid_from)
   VALUES ('cpn_${accountId}', 'ppd', 'hash of ${accountId}', 'Discount', 20, 1, 1, now())`,
  `INSERT INTO coupon_redemptions (id, coupon_id, account_id, typed_code, status, at) VALUES ('red_${accountId}', 'cpn_${accountId}', '${accountId}', 'ppd_X', 'applied', now())`,
  `INSERT INTO subscription_discounts (id, subscription_id, status, cycles_left)
   SELECT 'red_${accountId}', id, 'active', 1 FROM subscriptions WHERE account_id = '${accountId}' LIMIT 1`,
  `INSERT INTO product_grants (id, account_id, session_id, client_id, host, scopes)
   SELECT 'pgr_${accountId}', '${accountId}', id, 'own', 'localhost', ARRAY['openid'] FROM sessions WHERE user_id = '${userId}' ORDER BY id LIMIT 1`,
  `INSERT INTO openid_records (kind, id_hash, grant_id, payload, expires_at)
   VALUES ('AccessToken', 'hash of ${accountId}', 'pgr_${accountId}', '{}', now() + interval '5 minutes')`,
  `INSERT INTO product_hook_deliveries (id, account_id, product, type, data, occurred_at)
   VALUES ('msg_${accountId}', '${accountId}', 'drive', 'entitlement.changed', '{}', now())`,
  `INSERT INTO product_hook_attempts (delivery_id, number, at, duration_ms, http_status, answer)
   VALUES ('msg_${accountId}', 1, now(), 12, 500, 'answer about ${accountId}')`,
  `INSERT INTO account_external_ids (account_id, external_id) VALUES ('${accountId}', 'crm of ${accountId}')`,
  `INSERT INTO vendor_keys (id, name, secret_hash, hint, scopes, created_at)
   VALUES ('vky_${accountId}', 'server', 'hash of ${accountId}', 'x', ARRAY['portal-links:write'], now())`,
  `INSERT INTO portal_links (id, token_hash, account_id, vendor_key_id, task, return_address, created_at, expires_at)
   VALUES ('plk_${accountId}', 'hash of ${accountId}', '${accountId}', 'vky_${accountId}', 'home', 'https://drive.arcwave.example/', now(), now())`,
  `INSERT INTO usage_reports (account_id, product, limit_name, used, measured_at, vendor_key_id)
   VALUES ('${accountId}', 'drive', 'storage', 7, now(), 'vky_${accountId}')`,
  `INSERT INTO mails (id, account_id, recipient, subject, text, html) VALUES ('mail_${accountId}', '${accountId}', 'x', 'x', 'x', 'x')`,
  `INSERT INTO maintenance_periods (id, subscription_id, starts_at, expires_at, source, source_id)
   SELECT 'mnt_${accountId}', id, now(), now() + interval '1 year', 'purchase', 'otp_${accountId}' FROM subscriptions WHERE account_id = '${accountId}' LIMIT 1`,
  `INSERT INTO one_time_purchases (id, account_id, for_subscription_id, invoice_id, status, extension_id, name, quantity, unit_amount_cents, old_expiration, new_expiration, purchased_at)
   SELECT 'otp_${accountId}', account_id, subscription_id, id, 'success', 'mex_starter_1y', '1 Year Maintenance', 1, 16000, now(), now() + interval '1 year', now()
   FROM invoices WHERE account_id = '${accountId}' AND status = 'paid' AND subscription_id IS NOT NULL ORDER BY id LIMIT 1`,
];

/** Makes a customer with at least one row in every table with personal data. */
export const makeFullCustomer = async (h: Harness): Promise<Customer> => {
  const ada = await makeCustomerToClose(h, { card: 'tok_visa' });
  const { id, receipt } = await makePurchase(ada, starterYearly);
  await h.operator.refund(receipt?.id ?? '', 1, { actor: 'jo@vendor.example', reason: 'a cent too much' });
  await makePurchase(ada, { planId: 'pln_scope_starter', interval: 'monthly', trial: true });
  const scheduled = await ada.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_free' });
  expect(scheduled.status, scheduled.text).toBe(200);
  // One of the present and one of before, and an answer that is kept for a repeated call.
  await ada.client.post(CARD, { type: 'stripe', token: 'tok_mastercard' }, { key: 'card' });
  const answered = await ada.client.post('/api/consent/articles/marketing', {
    form: 'Send me news',
    answer: 'yes',
    client: 'portal',
  });
  expect(answered.status, answered.text).toBe(201);
  const asked = await ada.client.post('/api/auth/me/export', { password: PASSWORD });
  expect(asked.status, asked.text).toBe(202);
  expect(await h.work.makeExports()).toBe(1);
  for (const statement of byHand(ada.userId, ada.accountId)) await h.database.query(statement);
  return ada;
};
