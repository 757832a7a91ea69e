import { DAY_MS } from '@foyer/contract/vocabulary/instants';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { backUp } from '../../../test/restored-copy.ts';
import { makePurchase } from '../../../test/shop.ts';
import { startStripeStandIn } from '../../../test/stripe-stand-in/stand-in.ts';
import { makeStripeGateway } from '../../adapters/payment-gateway/stripe/stripe-gateway.ts';
import type { PaymentGateway } from '../billing/ports.ts';

/** A backup is restored, and the gateway keeps what it charged after it (operations: after a restore). */

const monthly = { planId: 'pln_drive_starter_monthly' };
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface World {
  readonly gateway: PaymentGateway | undefined;
  /** Charges that succeeded, in the records of the gateway. */
  readonly charges: (h: Harness) => Promise<number>;
  readonly forgetKeys: (h: Harness) => Promise<unknown>;
}

const sandbox = async (): Promise<World> => ({
  gateway: undefined,
  charges: async ({ database }) =>
    (await database.query(`SELECT FROM sandbox.charges WHERE status = 'succeeded'`)).length,
  forgetKeys: ({ database }) => database.query('DELETE FROM sandbox.answers'),
});

const stripe = async (): Promise<World> => {
  const standIn = await startStripeStandIn('sk_test_restored');
  endings.push(standIn.stop);
  const settings = { secretKey: 'sk_test_restored', publishableKey: 'pk_test', webhookSecrets: ['whsec_restored'] };
  return {
    gateway: makeStripeGateway({ ...settings, api: standIn.api }),
    charges: async () => standIn.books.charged().length,
    forgetKeys: async () => standIn.forgetKeys(),
  };
};

const start = async (world: World, config: Awaited<ReturnType<typeof createTestDatabase>>, now?: number) => {
  const h = await startHarness({
    config: config.config,
    ...(world.gateway && { gateway: world.gateway }),
    ...(now !== undefined && { now }),
  });
  endings.push(h.stop);
  return h;
};

const makeRenewing = async (h: Harness): Promise<Customer> => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
  await makePurchase(customer, monthly);
  return customer;
};

/** Starts a shop, and returns a restore of its present state that starts a server at the present time. */
const startShop = async (world: World) => {
  const database = await createTestDatabase();
  endings.push(database.drop);
  const h = await start(world, database);
  return {
    h,
    backUp: async () => {
      const restore = await backUp(database.config);
      return async (): Promise<Harness> => {
        const restored = await restore();
        endings.push(restored.drop);
        return start(world, restored, h.wall.now());
      };
    },
  };
};

const paid = (h: Harness, reason: string) =>
  h.database.query<{ account: string; number: string }>(
    `SELECT account_id AS account, number FROM invoices WHERE reason = $1 AND status = 'paid' ORDER BY account_id`,
    [reason],
  );

describe.each([
  ['sandbox', sandbox],
  ['Stripe stand-in', stripe],
])('[O20] a restored backup, with the %s', (_name, makeWorld) => {
  test('a renewal that was paid after the backup comes due again: no second charge, and it is paid', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    expect(await paid(shop.h, 'renewal')).toHaveLength(1);
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toMatchObject([{ account: customer.accountId }]);
    expect(await h.ledgerCheck()).toEqual([]);
    // The next period is charged as usual.
    h.wall.advance(32 * DAY_MS);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged + 1);
    h.log.expectQuiet();
  });

  test('a gateway that has forgotten the key is asked for the payment, until the books are compared', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await world.forgetKeys(h);
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toHaveLength(1);
    h.log.expectQuiet();
  });

  test('a database that was restored in another way is recognized by the first key', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();

    const h = await restore();
    await h.database.query('DELETE FROM restored_backups');
    await h.work.runDueWork();
    const marks = await h.database.query('SELECT taken_at < now() AS is_past, reconciled_at FROM restored_backups');
    expect(marks).toEqual([{ isPast: true, reconciledAt: null }]);
    h.log.expectQuiet();
  });

  test('the amount differs from what was paid: nothing is charged, and the log names both', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.operator.grantCredit(customer.accountId, 500, { actor: 'jo', reason: 'a test' });
    await h.work.runDueWork();
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toEqual([]);
    const [told, ...more] = h.log.takeErrors();
    expect([told, more]).toEqual([expect.stringMatching(/payment att_\w+ waits: the gateway has pi_\w+/), []]);
  });

  test('a renewal that was declined, then paid with another card: no second charge', async () => {
    const world = await makeWorld();
    const shop = await startShop(world);
    const customer = await makeRenewing(shop.h);
    await shop.h.services.addCard(customer.accountId, 'tok_visa_chargeCustomerFail');
    const restore = await shop.backUp();
    shop.h.wall.advance(32 * DAY_MS);
    await shop.h.work.runDueWork();
    expect(await paid(shop.h, 'renewal')).toEqual([]);
    await shop.h.services.addCard(customer.accountId, 'tok_mastercard');
    expect(await paid(shop.h, 'renewal')).toHaveLength(1);
    const charged = await world.charges(shop.h);

    const h = await restore();
    await h.work.runDueWork();
    expect(await world.charges(h)).toBe(charged);
    expect(await paid(h, 'renewal')).toHaveLength(1);
    h.log.expectQuiet();
  });
});
