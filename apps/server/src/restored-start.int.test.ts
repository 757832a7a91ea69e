import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf } from '../test/address-of.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { MAIN_TIMEOUT_MS, startMain } from '../test/start-main.ts';
import { type StripeStandIn, startStripeStandIn } from '../test/stripe-stand-in/stand-in.ts';
import { withClient } from '../test/with-client.ts';

/** Starts of a server whose database was restored from a backup. */

const SECRET_KEY = 'sk_test_restored';
let database: TestDatabase;
let stripe: StripeStandIn;

beforeEach(async () => {
  database = await createTestDatabase();
  stripe = await startStripeStandIn(SECRET_KEY);
  await withClient(database.config, (client) => client.query('INSERT INTO restored_backups (taken_at) VALUES (now())'));
});
afterEach(async () => {
  await stripe.stop();
  await database.drop();
});

const start = () =>
  startMain(addressOf(database.config), {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_restored',
    STRIPE_WEBHOOK_SECRET: 'whsec_restored',
    STRIPE_API_URL: `http://127.0.0.1:${stripe.api.port}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'foyer@vendor.example',
    LIMIT_EVENT_LOOP_DELAY_MS: '60000',
  });
const counter = () =>
  withClient(database.config, async (client) => {
    const { rows } = await client.query('SELECT last_number::int, skipped::int FROM invoice_counters');
    return rows[0];
  });

/** A payment at the gateway, of a receipt that the database has lost. */
const payReceipt = (receipt: string): void => {
  const { id: customer } = stripe.books.createCustomer().body as { id: string };
  const { id: payment_method } = stripe.books.createMethod({ card: { token: 'tok_visa' } }).body as { id: string };
  stripe.books.createSetup({ customer, payment_method });
  const metadata = {
    attempt_id: 'att_lost',
    account_id: 'acc_lost',
    receipt_id: 'inv_lost',
    receipt,
    purpose: 'create',
  };
  expect(
    stripe.books.createPayment({ customer, payment_method, amount: '500', currency: 'usd', metadata }).status,
  ).toBe(200);
};

test('[O20] receipt numbers continue after those at the gateway before the server is ready, once', {
  timeout: 2 * MAIN_TIMEOUT_MS,
}, async () => {
  payReceipt('R-000041');
  payReceipt('R-000007');
  const first = start();
  await first.port();
  expect(await counter()).toEqual({ last_number: 1041, skipped: 1041 });
  expect(
    await first.logged('receipt numbers continue after those of receipts that the restored backup does not have'),
  ).toMatchObject([{ skipped: 1041 }]);
  expect(
    await first.logged(
      'the database was restored from a backup and not compared with the payment provider since: run "foyer reconcile" (docs/operations/backup.md)',
    ),
  ).toHaveLength(1);
  first.child.kill('SIGTERM');
  await first.ended;
  // A later start needs no answer of the gateway.
  payReceipt('R-000050');
  await stripe.stop();
  const second = start();
  await second.port();
  expect(await counter()).toEqual({ last_number: 1041, skipped: 1041 });
  second.child.kill('SIGTERM');
  await second.ended;
});

test('[O20] without an answer of the gateway the start ends with a line, and nothing is changed', {
  timeout: MAIN_TIMEOUT_MS,
}, async () => {
  stripe.fail('payment_intents', 'unreached', 10);
  const { ended, output } = start();
  expect(await ended).toEqual({ code: 1, signal: null });
  expect(output.err).toMatch(
    /The database was restored from a backup, so .*\. Start again when it does, with its settings\./,
  );
  expect(await counter()).toEqual({ last_number: 0, skipped: 0 });
});
