import { afterEach } from 'vitest';
import { refundByHand } from '../src/adapters/payment-gateway/sandbox/refunds.ts';
import { makeStripeGateway } from '../src/adapters/payment-gateway/stripe/stripe-gateway.ts';
import { runCommand } from '../src/cli/run-command.ts';
import type { PaymentGateway } from '../src/services/billing/ports.ts';
import { createTestDatabase } from './database.ts';
import { type Customer, type Harness, startHarness } from './harness.ts';
import { backUp } from './restored-copy.ts';
import { makePurchase } from './shop.ts';
import { type StripeStandIn, startStripeStandIn } from './stripe-stand-in/stand-in.ts';

/** A shop whose backup is restored, while the gateway keeps what it charged after it. */

export const monthly = { planId: 'pln_drive_starter_monthly' };
/** Ends what a test has started, last one first. */
export const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

export interface World {
  readonly gateway: PaymentGateway | undefined;
  /** Charges that succeeded, in the records of the gateway. */
  readonly charges: (h: Harness) => Promise<number>;
  readonly forgetKeys: (h: Harness) => Promise<unknown>;
  /** Refunds a payment in the pages of the gateway. */
  readonly refundByHand: (h: Harness, chargeRef: string, amountCents: number) => Promise<unknown>;
}

export const sandbox = async (): Promise<World> => ({
  gateway: undefined,
  charges: async ({ database }) =>
    (await database.query(`SELECT FROM sandbox.charges WHERE status = 'succeeded'`)).length,
  forgetKeys: ({ database }) => database.query('DELETE FROM sandbox.answers'),
  refundByHand: ({ database }, chargeRef, amountCents) => refundByHand(database, { chargeRef, amountCents }),
});

/** The stand-in's books and failures are given too. */
export const stripe = async (): Promise<World & Pick<StripeStandIn, 'fail' | 'books'>> => {
  const standIn = await startStripeStandIn('sk_test_restored');
  endings.push(standIn.stop);
  const settings = { secretKey: 'sk_test_restored', publishableKey: 'pk_test', webhookSecrets: ['whsec_restored'] };
  return {
    gateway: makeStripeGateway({ ...settings, api: standIn.api }),
    charges: async () => standIn.books.charged().length,
    forgetKeys: async () => standIn.forgetKeys(),
    fail: standIn.fail,
    books: standIn.books,
    refundByHand: async (_h, charge, amountCents) =>
      standIn.books.createRefund({ charge, amount: String(amountCents) }),
  };
};

export const start = async (world: World, config: Awaited<ReturnType<typeof createTestDatabase>>, now?: number) => {
  const h = await startHarness({
    config: config.config,
    ...(world.gateway && { gateway: world.gateway }),
    ...(now !== undefined && { now }),
  });
  endings.push(h.stop);
  return h;
};

export const makeRenewing = async (h: Harness): Promise<Customer> => {
  const customer = await h.makeCustomer({ card: 'tok_visa' });
  await h.database.query('UPDATE accounts SET gateway = (SELECT min(gateway) FROM payment_methods)');
  await makePurchase(customer, monthly);
  return customer;
};

/** Starts a shop, and returns a restore of its present state that starts a server at the present time. */
export const startShop = async (world: World) => {
  const database = await createTestDatabase();
  endings.push(database.drop);
  const h = await start(world, database);
  return {
    h,
    config: database.config,
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

export const reconcile = (h: Harness, ...options: string[]) =>
  runCommand(['reconcile', ...options], async () => h.operator);

export const lostPayments = async (h: Harness) => {
  const done = await h.operator.reconcile({
    since: null,
    restoredFrom: null,
    isApplied: false,
    by: { actor: 'jo', reason: 'a test' },
  });
  return typeof done === 'object' && 'lost' in done ? done.lost : [];
};

export const paid = (h: Harness, reason: string) =>
  h.database.query<{ account: string; number: string }>(
    `SELECT account_id AS account, number FROM invoices WHERE reason = $1 AND status = 'paid' ORDER BY account_id`,
    [reason],
  );
