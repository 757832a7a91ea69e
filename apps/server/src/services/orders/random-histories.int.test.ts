import { couponsOfHistories } from '@foyer/domain/testing/coupons';
import { type Command, sampleHistories } from '@foyer/domain/testing/random-commands';
import { expect, test } from 'vitest';
import { deliverEvents } from '../../../test/challenges.ts';
import { makeCode, ultimateYear } from '../../../test/codes.ts';
import { compareWithHistory } from '../../../test/compare-with-history.ts';
import { berlin, boston } from '../../../test/customers.ts';
import { carryOutExternal, nullIfRefused, operatorBy } from '../../../test/external-steps.ts';
import type { GatewayFault } from '../../../test/faulty-gateway.ts';
import type { Customer } from '../../../test/harness.ts';
import { makeLicenceHolder } from '../../../test/licences.ts';
import { readPromotion, redeemPromotion } from '../../../test/promotions.ts';
import { BUY, CARD } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/**
 * Random histories of customers on the whole server with its database, clock and gateway, the books checked against the
 * gateway's truth after every step. Others, or more: HISTORY_SEED=… HISTORY_RUNS=… (`npm run soak`).
 */
const SEED = Number(process.env.HISTORY_SEED ?? 20_260_111);
const RUNS = Number(process.env.HISTORY_RUNS ?? 16);
const LONGEST = 14;
const TIMEOUT_MS = 60_000 + RUNS * 10_000;

const h = useShop();

const tokens: Readonly<Record<string, string>> = {
  succeeded: 'tok_visa',
  declined: 'tok_visa_chargeCustomerFail',
  lost: 'tok_visa_chargeCustomerFailLostCard',
};

const moveTo = (customer: Customer, country: string) => {
  const { postalCode, city } = country === 'US' ? boston : berlin;
  return h.database.query(
    `INSERT INTO addresses SELECT (jsonb_populate_record(d, jsonb_build_object('id', d.id || 'x', 'seq', d.seq + 1,
       'country', $2::text, 'postal_code', $3::text, 'city', $4::text))).* FROM addresses d WHERE d.account_id = $1 ORDER BY d.seq DESC LIMIT 1`,
    [customer.accountId, country === 'US' ? 'US' : 'DE', postalCode, city],
  );
};

/** What was accepted at least once: histories in which every code is refused would prove little. */
const reached = new Set<string>();

/** Discounts as the pure histories have them, each in the hands of one customer. */
const discountsOf = new Map<string, Promise<readonly string[]>>();
const discountCode = async ({ accountId }: Customer, which: number): Promise<string> => {
  const made =
    discountsOf.get(accountId) ??
    Promise.all(
      couponsOfHistories.map(({ percentOff: percent, discountCycles, priceId }) =>
        makeCode(h, {
          ...{ type: 'Discount', percent, uses: 1 },
          ...(discountCycles === null ? {} : { cycles: discountCycles }),
          ...(priceId === null ? {} : { planId: priceId.replace('prc_', '') }),
        }),
      ),
    );
  discountsOf.set(accountId, made);
  return (await made)[which % couponsOfHistories.length] ?? '';
};

/** The vendor's three promotions, one for each length that is drawn. */
const promotionNames: Readonly<Record<number, string>> = { 1: 'portal', 6: '2-series', 12: 'tbs1k' };

/** What goes wrong on the way to the gateway: its answer is lost, or our process ends before it asks. */
const faultOf = (step: Command): GatewayFault | null => {
  switch (step.do) {
    case 'order':
    case 'extend':
    case 'pay':
      if (step.answer === 'errored' || step.answer === 'lost') return 'dies';
      return step.answer === 'later' ? 'silent-after' : null;
    case 'card':
      return step.answer === 'later' ? 'silent-after' : null;
    case 'advance':
      return step.answers[0] === 'later' ? 'silent-after' : null;
    default:
      return null;
  }
};

/** What a next process does about what the last one left behind, and what the gateway tells of itself. */
const recover = async (): Promise<void> => {
  await h.expireLeases();
  for (let round = 0; (await h.work.recoverAttempts()) > 0; round += 1) {
    expect(round, 'rounds of recovery').toBeLessThan(5);
    await h.expireLeases();
  }
  await deliverEvents(h);
};

/** One command, with the fault that is drawn with it. A process that died has said so in the log. */
const carryOut = async (customer: Customer, step: Command): Promise<void> => {
  const fault = faultOf(step);
  if (fault) h.faults.fail(step.do === 'card' ? 'saveCard' : 'charge', fault);
  await doAs(customer, step, fault);
  h.faults.clear();
  if (fault === 'dies') h.log.takeErrors();
};

/** As a customer, an operator or time would. Whether it is accepted is the server's affair; without a fault 5xx never is. */
const doAs = async (customer: Customer, step: Command, fault: GatewayFault | null): Promise<void> => {
  const { client } = customer;
  const held = await h.subscriptions(customer);
  const receipts = await h.receipts(customer);
  const open = receipts.filter((receipt) => !receipt.isPaid);
  const idOf = (index: number, of: readonly { readonly id: string | null }[]) => of[index % Math.max(1, of.length)]?.id;
  const call = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
    if (fault === null) expect(status, `${JSON.stringify(step)} ${text}`).toBeLessThan(500);
    if (status >= 500) reached.add(fault ?? '');
    if (status < 300) reached.add('coupon' in step && step.coupon !== null ? 'discounted order' : step.do);
  };
  switch (step.do) {
    case 'order': {
      const couponId = step.coupon === null ? null : await discountCode(customer, step.coupon);
      const planId = step.intervalId.replace('drive_cent', 'drive_pro_monthly');
      const body = { planId, quantity: step.quantity, couponId };
      const id = step.of === null ? undefined : held[step.of]?.id;
      if (id) return call(client.patch(`${BUY}/${id}`, { ...body, transitionAtEnd: step.atPeriodEnd }));
      return call(client.post(BUY, { ...body, trial: step.trial }));
    }
    case 'toggle':
      return call(client.patch(`${BUY}/${idOf(step.of, held) ?? 'none'}`, { cancelAtPeriodEnd: !step.on }));
    case 'remove':
      return call(client.delete(`${BUY}/${idOf(step.of, held) ?? 'none'}`));
    case 'end':
      await h.operator.endSubscription(idOf(step.of, held) ?? 'none', operatorBy).catch(nullIfRefused);
      return;
    case 'advance':
      await h.advance(customer, { by: `P${Math.ceil(step.hours / 24)}D` });
      return;
    case 'card':
      return call(client.post(CARD, { type: 'stripe', token: tokens[step.answer] ?? 'tok_mastercard' }));
    case 'pay':
      return call(client.post(`/api/account/me/receipts/${idOf(step.which, open) ?? 'none'}/pay`, {}));
    case 'grant':
      await h.operator.grantCredit(customer.accountId, step.amountCents, operatorBy, 'meant').catch(nullIfRefused);
      return;
    case 'void':
      await h.operator.voidInvoice(idOf(step.which, open) ?? 'none', operatorBy).catch(nullIfRefused);
      return;
    case 'write off':
      await h.operator.writeOffInvoice(idOf(step.which, open) ?? 'none', operatorBy).catch(nullIfRefused);
      return;
    case 'refund':
      await h.operator.refund(idOf(step.which, receipts) ?? 'none', step.amountCents, operatorBy).catch(nullIfRefused);
      return;
    case 'move':
      await moveTo(customer, step.country);
      return;
    case 'extend': {
      const licence = held.find(({ isPerpetual }) => isPerpetual)?.id ?? 'none';
      const { extensionId: maintenanceExtensionId, quantity } = step;
      return call(client.patch(`${BUY}/${licence}/maintenance`, { maintenanceExtensionId, quantity }));
    }
    case 'redeem': {
      const prepaidCouponId = await makeCode(h, { type: 'Prepaid', planId: step.intervalId, months: step.months });
      const id = step.of === null ? undefined : held[step.of]?.id;
      return call(id ? client.patch(`${BUY}/${id}`, { prepaidCouponId }) : client.post(BUY, { prepaidCouponId }));
    }
    case 'redeem maintenance': {
      const prepaidCouponId = await makeCode(h, { ...ultimateYear, months: step.months });
      const licence = held.find(({ isPerpetual }) => isPerpetual)?.id ?? 'none';
      return call(client.patch(`${BUY}/${licence}/maintenance`, { prepaidCouponId }));
    }
    case 'promotion': {
      const { status, body } = await readPromotion(customer, promotionNames[step.months] ?? '');
      return status === 200 ? call(redeemPromotion(customer, body.promoCode)) : undefined;
    }
    case 'answer':
    case 'answer refund':
      return recover();
    // An answer comes again with every event of the gateway, a card is replaced here, never lost, and nobody leaves.
    // No history of `command` has a request.
    case 'accept':
    case 'repeat':
    case 'lose card':
    case 'close':
      return;
    default:
      reached.add((await carryOutExternal(h, customer, step)) ?? '');
  }
};

/** What so few random steps may miss comes about once: a discount, and each thing that happens past the customer. */
const anyHow = { trial: false, atPeriodEnd: false, quantity: 1, coupon: null, answer: 'succeeded' } as const;
const past: readonly Command[] = [
  { do: 'order', intervalId: 'pln_drive_ultimate_yearly', of: null, ...anyHow, coupon: 0 },
  { do: 'refund by hand', which: 0, amountCents: 1000, as: null },
  { do: 'refund back', which: 0 },
  { do: 'order', intervalId: 'pln_drive_starter_monthly', of: 0, ...anyHow },
  { do: 'refund by hand', which: 0, amountCents: 2000, as: 'from_credit' },
  { do: 'lose dispute', which: 0, amountCents: null },
  { do: 'pay out', amountCents: 700 },
  { do: 'review' },
  { do: 'redeem', intervalId: 'pln_scope_starter_monthly', months: 6, of: null },
  { do: 'decide review', isCleared: true },
];

/** A debt that is given up, and paid after all: from credit and by a card that is good at last, and another from credit alone. */
const unpaidMonth = { hours: 31 * 24, outage: false, answers: ['declined'] } as const;
const givenUp: readonly Command[] = [
  { do: 'order', intervalId: 'pln_drive_starter_monthly', of: null, ...anyHow },
  { do: 'order', intervalId: 'pln_scope_starter_monthly', of: null, ...anyHow },
  { do: 'card', answer: 'declined' },
  { do: 'advance', ...unpaidMonth },
  { do: 'write off', which: 0 },
  { do: 'write off', which: 1 },
  { do: 'grant', amountCents: 700 },
  { do: 'pay', which: 0, answer: 'declined' },
  { do: 'card', answer: 'succeeded' },
  { do: 'pay', which: 0, answer: 'later' },
  { do: 'answer', which: 0, answer: 'succeeded' },
  { do: 'grant', amountCents: 4000 },
  { do: 'pay', which: 0, answer: 'succeeded' },
];

/** Whether any debt that was given up was paid after all, by credit and card, and by credit alone. */
const paidLate = () =>
  h.database.query<{ byCredit: boolean }>(
    `SELECT DISTINCT i.amount_due_cents = 0 AS by_credit FROM invoices i JOIN ledger_entries u ON u.kind = 'invoice.credit_used' AND u.ref_id = i.id
       JOIN ledger_entries r ON r.kind = 'invoice.recovered' AND r.ref_id = i.id AND r.seq = u.seq WHERE i.status = 'paid' ORDER BY 1`,
  );

test(
  `[INV-4] [INV-2] ${RUNS} random histories: the books balance and agree with the gateway after every step`,
  async () => {
    for (const [index, commands] of [past, givenUp, ...sampleHistories(SEED, RUNS, LONGEST)].entries()) {
      const { customer } = await makeLicenceHolder(h);
      for (const [done, step] of commands.entries()) {
        await carryOut(customer, step);
        const told = `seed ${SEED}, history ${index}: ${JSON.stringify(commands.slice(0, done + 1))}`;
        expect(await h.ledgerCheck({ settled: false }), told).toEqual([]);
        const { loaded, worked } = await compareWithHistory(h, customer.accountId);
        expect(loaded, told).toEqual(worked);
      }
      await recover();
      expect(await h.ledgerCheck(), `seed ${SEED}, history ${index}: ${JSON.stringify(commands)}`).toEqual([]);
    }
    expect(await paidLate()).toEqual([{ byCredit: false }, { byCredit: true }]);
    const wanted = ['order', 'discounted order', 'redeem', 'redeem maintenance', 'promotion', 'extend', 'card'];
    const byOthers = ['refund by hand', 'refund back', 'from_credit', 'lose dispute', 'pay out', 'held applied'];
    expect([...wanted, ...byOthers, 'silent-after', 'dies'].filter((what) => !reached.has(what))).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  '[INV-11] I27: one jump of the clock or many steps leave the same receipts and subscriptions',
  async () => {
    for (const [index, commands] of sampleHistories(SEED + 1, Math.ceil(RUNS / 4), LONGEST).entries()) {
      const seen = [];
      for (const stops of [[400], [1, 29, 31, 31, 31, 90, 187]]) {
        const { customer } = await makeLicenceHolder(h);
        for (const step of commands) await carryOut(customer, step);
        await recover();
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
  TIMEOUT_MS,
);
