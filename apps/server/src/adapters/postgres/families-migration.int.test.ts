import { copyFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { makeTempFolder } from '../../../test/temp-folder.ts';
import { withClient } from '../../../test/with-client.ts';
import { migrate } from './migrate.ts';

/** Migration 0052 on the data of release 2.1.0: families instead of checks on the names of products. */

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
const FAMILIES = '0052-families.sql';

let database: TestDatabase;
let folder: ReturnType<typeof makeTempFolder>;
let before: unknown[];

const copy = (wanted: (file: string) => boolean) => {
  for (const file of readdirSync(MIGRATIONS).filter(wanted))
    copyFileSync(path.join(MIGRATIONS, file), path.join(folder.path, file));
};
const query = async (sql: string): Promise<unknown[]> =>
  (await withClient(database.config, (client) => client.query(sql))).rows;
const rows = () => query(`SELECT to_jsonb(s) - 'several_live' AS row FROM subscriptions s ORDER BY id`);

const plan = (id: string, product: string) => `
  INSERT INTO plans (id, product, tier_id, tier_name, short_id, name, display_name, description, active, is_basic, is_legacy,
    is_promotional, is_hidden, one_time_offer, no_expiry, contact_for_pricing, custom_billing, payment_method_required, has_trial, sort_order)
  VALUES ('${id}', '${product}', 't', 'T', 't', 'T', 'T', '', true, false, false, false, false, false, false, false, false, true, false, 0);
  INSERT INTO plan_prices (id, plan_id, interval, interval_months, interval_id, amount_cents, active)
  VALUES ('prc_${id}', '${id}', 'monthly', 1, '${id}_monthly', 100, true);`;

const subscription = (id: string, product: string, status = 'active') => `
  INSERT INTO subscriptions (id, account_id, product, plan_id, price_id, unit_amount_cents, status, source, term, billing_anchor,
    current_period_start, current_period_end, ended_at, resumes_subscription_id, updated_at)
  VALUES ('${id}', 'acc_1', '${product}', 'pln_${product}', 'prc_pln_${product}', 100, '${status}', 'card', 'recurring', now(), now(),
    now() + interval '1 month', ${status === 'canceled' ? 'now()' : 'NULL'}, NULL, '2026-01-01');`;

const coupon = (id: string, product: string, perpetual: boolean) => `
  INSERT INTO coupons (id, batch, code_hash, type, product, plan_id, price_id, tier_id, perpetual, duration_months, maintenance_months,
    max_redemptions, valid_from)
  VALUES ('${id}', 'batch', '${id}', 'Prepaid', '${product}', 'pln_${product}', 'prc_pln_${product}', 't', ${perpetual},
    ${perpetual ? 'NULL' : 12}, ${perpetual ? 12 : 'NULL'}, 1, now());`;

const fillEarlierRelease = () =>
  query(`
    ${plan('pln_drive', 'drive')} ${plan('pln_scope', 'scope')}
    INSERT INTO accounts (id, brand, gateway) VALUES ('acc_1', 'scope', 'sandbox');
    ${subscription('sub_1', 'drive')} ${subscription('sub_2', 'scope')} ${subscription('sub_3', 'scope')}
    ${subscription('sub_4', 'scope', 'canceled')}
    INSERT INTO subscription_changes (id, subscription_id, mode, to_price_id, to_quantity, status, apply_at)
      VALUES ('chg_1', 'sub_2', 'period_end', 'prc_pln_scope', 1, 'pending', now());
    INSERT INTO coupon_batches (id, name) VALUES ('batch', 'batch');
    ${coupon('cpn_1', 'scope', true)}`);

beforeAll(async () => {
  database = await createTestDatabase('empty');
  folder = makeTempFolder('families');
  copy((file) => file < FAMILIES);
  await migrate(database.config, folder.path);
  await fillEarlierRelease();
  before = await rows();
  await migrate(database.config, MIGRATIONS);
});
afterAll(async () => {
  await database.drop();
  folder.remove();
});

test('rows of release 2.1.0 refer to the families of that release, and stay as they were', async () => {
  expect(before).toHaveLength(4);
  expect(await rows()).toEqual(before);
  expect(await query('SELECT key, kind, live_subscriptions FROM families ORDER BY sort_order')).toEqual([
    { key: 'drive', kind: 'plans', live_subscriptions: 'one' },
    { key: 'scope', kind: 'tiers', live_subscriptions: 'several' },
    { key: 'iot', kind: 'metered', live_subscriptions: 'one' },
  ]);
  expect(await query('SELECT id, several_live FROM subscriptions WHERE ended_at IS NULL ORDER BY id')).toEqual([
    { id: 'sub_1', several_live: false },
    { id: 'sub_2', several_live: true },
    { id: 'sub_3', several_live: true },
  ]);
});

test('a server of release 2.1.0 beside this one stores subscriptions, one or several by their family', async () => {
  await query(subscription('sub_5', 'scope'));
  await expect(query(subscription('sub_6', 'drive'))).rejects.toThrow('subscriptions_one_live');
  await query(plan('pln_iot', 'iot'));
});

test('a row of an unknown family is refused', async () => {
  await expect(query(plan('pln_lab', 'lab'))).rejects.toThrow('plans_product_fkey');
});
