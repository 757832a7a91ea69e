import { type Command, sampleHistories } from '@foyer/domain/testing/random-commands';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { berlin, boston } from '../../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { makeLicenceHolder } from '../../../test/licences.ts';
import { BUY, CARD, expectAllRight } from '../../../test/shop.ts';
import { OperatorRefused } from '../operator/ports.ts';

/**
 * Random histories of customers on the whole server with its database, clock and gateway, the books checked against the
 * gateway's truth after every step. Others, or more: HISTORY_SEED=… HISTORY_RUNS=… (`npm run soak`).
 */
const SEED = Number(process.env.HISTORY_SEED ?? 20_260_110);
const RUNS = Number(process.env.HISTORY_RUNS ?? 12);
const LONGEST = 14;
const PATIENCE_MS = 60_000 + RUNS * 10_000;

let h: Harness;

beforeAll(async () => {
  h = await startHarness();
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const by = { actor: 'jo@vendor.example', reason: 'random' };
const tokens: Readonly<Record<string, string>> = {
  succeeded: 'tok_visa',
  declined: 'tok_visa_chargeCustomerFail',
  lost: 'tok_visa_chargeCustomerFailLostCard',
};

/** What the vendor may not do is part of every history. */
const tolerant = (error: unknown): void => {
  if (!(error instanceof OperatorRefused)) throw error;
};

const moveTo = (customer: Customer, country: string) => {
  const { postalCode, city } = country === 'US' ? boston : berlin;
  return h.database.query(
    `INSERT INTO addresses SELECT (jsonb_populate_record(d, jsonb_build_object('id', d.id || 'x', 'seq', d.seq + 1,
       'country', $2::text, 'postal_code', $3::text, 'city', $4::text))).* FROM addresses d WHERE d.account_id = $1 ORDER BY d.seq DESC LIMIT 1`,
    [customer.accountId, country === 'US' ? 'US' : 'DE', postalCode, city],
  );
};

/** Carries a command out as a customer, an operator or time would. Whether it is accepted is the server's affair; 5xx never is. */
const carryOut = async (customer: Customer, step: Command): Promise<void> => {
  const { client } = customer;
  const held = await h.subscriptions(customer);
  const receipts = await h.receipts(customer);
  const open = receipts.filter((receipt) => !receipt.isPaid);
  const idOf = (index: number, of: readonly { readonly id: string | null }[]) => of[index % Math.max(1, of.length)]?.id;
  const call = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    expect(status, `${JSON.stringify(step)} ${text}`).toBeLessThan(500);
  };
  switch (step.do) {
    case 'order': {
      const body = { planId: step.intervalId.replace('drive_cent', 'drive_pro_monthly'), quantity: step.quantity };
      const id = step.of === null ? undefined : held[step.of]?.id;
      if (id) return call(client.patch(`${BUY}/${id}`, { ...body, transitionAtEnd: step.atPeriodEnd }));
      return call(client.post(BUY, { ...body, trial: step.trial }));
    }
    case 'toggle':
      return call(client.patch(`${BUY}/${idOf(step.of, held) ?? 'none'}`, { cancelAtPeriodEnd: !step.on }));
    case 'remove':
      return call(client.delete(`${BUY}/${idOf(step.of, held) ?? 'none'}`));
    case 'advance':
      await h.advance(customer, { by: `P${Math.ceil(step.hours / 24)}D` });
      return;
    case 'card':
      return call(client.post(CARD, { type: 'stripe', token: tokens[step.answer] ?? 'tok_mastercard' }));
    case 'pay':
      return call(client.post(`/api/account/me/receipts/${idOf(step.which, open) ?? 'none'}/pay`, {}));
    case 'grant':
      await h.operator.grantCredit(customer.accountId, step.amountCents, by).catch(tolerant);
      return;
    case 'void':
      await h.operator.voidInvoice(idOf(step.which, open) ?? 'none', by).catch(tolerant);
      return;
    case 'write off':
      await h.operator.writeOff(idOf(step.which, open) ?? 'none', by).catch(tolerant);
      return;
    case 'refund':
      await h.operator.refund(idOf(step.which, receipts) ?? 'none', step.amountCents, by).catch(tolerant);
      return;
    case 'move':
      await moveTo(customer, step.country);
      return;
    case 'extend': {
      const licence = held.find(({ isPerpetual }) => isPerpetual)?.id ?? 'none';
      const { extensionId: maintenanceExtensionId, quantity } = step;
      return call(client.patch(`${BUY}/${licence}/maintenance`, { maintenanceExtensionId, quantity }));
    }
    // The answers of the gateway come at once here, and no code is redeemed.
    case 'answer':
    case 'repeat':
    case 'lose card':
    case 'answer refund':
    case 'redeem':
      return;
    default:
      step satisfies never;
  }
};

test(
  `[INV-4] [INV-2] ${RUNS} random histories: the books balance and agree with the gateway after every step`,
  async () => {
    for (const [index, commands] of sampleHistories(SEED, RUNS, LONGEST).entries()) {
      const { customer } = await makeLicenceHolder(h);
      for (const [done, step] of commands.entries()) {
        await carryOut(customer, step);
        const told = `seed ${SEED}, history ${index}: ${JSON.stringify(commands.slice(0, done + 1))}`;
        expect(await h.ledgerCheck(), told).toEqual([]);
      }
    }
  },
  PATIENCE_MS,
);

test(
  '[INV-11] I27: one jump of the clock or many steps leave the same receipts and subscriptions',
  async () => {
    for (const [index, commands] of sampleHistories(SEED + 1, Math.ceil(RUNS / 4), LONGEST).entries()) {
      const seen = [];
      for (const stops of [[400], [1, 29, 31, 31, 31, 90, 187]]) {
        const { customer } = await makeLicenceHolder(h);
        for (const step of commands) await carryOut(customer, step);
        for (const days of stops) await h.advance(customer, { by: `P${days}D` });
        const receipts = await h.receipts(customer);
        const held = await h.subscriptions(customer, true);
        seen.push({
          maintained: held.map(({ maintenanceEnds }) => maintenanceEnds),
          balanceCents: (await h.account(customer)).balanceCents,
          receipts: receipts.map(({ createdDate, status, totalCents, amountDueCents, paymentAttemptCount }) => ({
            ...{ createdDate, status, totalCents, amountDueCents, paymentAttemptCount },
          })),
          held: held.map(({ name, status, currentPeriodEnd, renewalCents }) => ({
            name,
            status,
            currentPeriodEnd,
            renewalCents,
          })),
        });
      }
      expect(seen[0], `seed ${SEED + 1}, history ${index}: ${JSON.stringify(commands)}`).toEqual(seen[1]);
    }
  },
  PATIENCE_MS,
);
