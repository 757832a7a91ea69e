import type { Receipt } from '@foyer/contract/api/receipt';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerBank, confirm, expectChallenge } from '../../../test/challenges.ts';
import { berlin } from '../../../test/customers.ts';
import { jo } from '../../../test/export-reviews.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import {
  amounts,
  BUY,
  CARD,
  DECLINED_LATER_CARD,
  expectAllRight,
  makeHolder,
  START,
  saveCard,
} from '../../../test/shop.ts';

let h: Harness;

beforeAll(async () => {
  h = await startHarness({ queue: 'real' });
});

afterEach(async () => {
  h.wall.reset();
  await expectAllRight(h);
});
afterAll(() => h.stop());

const holder = (body: object, clock: string | null = START) => makeHolder(h, body, { clock });

describe('a renewal that fails', () => {
  test('[BY-07] is tried on the days 0, 3, 8 and 15, then the service stops; a good card pays at once and resumes it', async () => {
    const { customer, id } = await holder({ planId: 'pln_drive_starter_monthly' });
    await saveCard(customer, DECLINED_LATER_CARD);
    const boundary = Date.parse('2026-02-10T12:00:00.000Z');
    const on = (day: number) => new Date(boundary + day * DAY_MS).toISOString();

    await h.advance(customer, { to: on(0) });
    expect(await h.subscriptions(customer)).toMatchObject([{ id, status: 'past_due', entitled: true }]);
    const [failed] = await h.receipts(customer);
    expect(failed).toMatchObject({
      status: 'Payment Failed',
      isPaid: false,
      paymentFailed: true,
      overdue: false,
      processedDate: null,
      nextPaymentAttemptOn: on(3),
      paymentAttemptCount: 1,
      failureMessage: 'Your card was declined.',
      failedAt: on(0),
      cardLast4: '0341',
      amount: 3220,
    });
    const account = await h.account(customer);
    expect(account.nextPayment).toEqual({ total: 3220, processedDate: on(3) });
    const owed = { receiptId: failed?.id, description: 'Drive Starter, monthly', dueSince: on(0) };
    expect(account.openPayments).toMatchObject([
      { ...owed, overdue: false, failureMessage: 'Your card was declined.', failedAt: on(0), declined: true },
    ]);
    const blocked = await customer.client.patch(`${BUY}/${id}`, { planId: 'pln_drive_ultimate' });
    expect([blocked.status, blocked.body.error.type]).toEqual([402, 'PAYMENT_REQUIRED']);

    for (const [day, tried, next] of [
      [3, 2, 8],
      [8, 3, 15],
    ] as const) {
      await h.advance(customer, { to: new Date(boundary + day * DAY_MS - 1000).toISOString() });
      expect(await amounts(h, customer, 'declined')).toHaveLength(tried - 1);
      await h.advance(customer, { to: on(day) });
      expect(await amounts(h, customer, 'declined')).toHaveLength(tried);
      expect((await h.receipts(customer))[0]).toMatchObject({
        status: 'Payment Failed',
        nextPaymentAttemptOn: on(next),
      });
    }
    await h.advance(customer, { to: on(15) });
    expect(await amounts(h, customer, 'declined')).toEqual([3220, 3220, 3220, 3220]);
    expect((await h.receipts(customer))[0]).toMatchObject({
      status: 'Unpaid',
      overdue: true,
      paymentFailed: false,
      nextPaymentAttemptOn: null,
    });
    expect((await h.account(customer)).openPayments).toMatchObject([{ ...owed, overdue: true }]);
    expect(await h.subscriptions(customer)).toMatchObject([
      { id, status: 'suspended', entitled: false, effective: false },
    ]);
    expect((await h.account(customer)).nextPayment).toBeNull();

    await h.advance(customer, { to: on(20) });
    const retried = await saveCard(customer, 'tok_visa');
    expect(retried).toEqual([failed?.id]);
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
    expect((await h.receipts(customer))[0]).toMatchObject({
      id: failed?.id,
      status: 'Paid',
      processedDate: on(20),
      failureMessage: null,
      failedAt: null,
      cardLast4: '4242',
    });
    // S16: the five days without service are given back.
    expect(await h.subscriptions(customer)).toMatchObject([
      { id, status: 'active', entitled: true, currentPeriodStart: on(5), currentPeriodEnd: '2026-03-15T12:00:00.000Z' },
    ]);

    const mails = await h.mails(customer.email, 6); // receipt, 3 failures, overdue, receipt
    expect(mails.filter(({ text }) => text.includes('Your card was declined.'))).not.toHaveLength(0);
    await h.advance(customer, { to: '2026-03-15T12:00:00.000Z' });
    expect(await amounts(h, customer)).toEqual([3220, 3220, 3220]);
  });

  test('[B10] then an address abroad: no page and no mail names another charge, and all say when it is paused', async () => {
    const { customer, id } = await holder({ planId: 'pln_drive_starter_monthly' });
    await saveCard(customer, DECLINED_LATER_CARD);
    const boundary = Date.parse('2026-02-10T12:00:00.000Z');
    const on = (day: number) => new Date(boundary + day * DAY_MS).toISOString();
    await h.advance(customer, { to: on(1) });
    await h.operator.changeAddress(customer.accountId, { typed: berlin, ignoreValidation: true }, jo);
    const account = await h.account(customer);
    expect([account.nextPayment, account.laterPayments, account.canAddPaymentMethod]).toEqual([null, [], false]);
    const [failed] = await h.receipts(customer);
    expect(failed).toMatchObject({ status: 'Payment Failed', nextPaymentAttemptOn: null });
    const [held] = await h.subscriptions(customer);
    expect(held).toMatchObject({ id, status: 'past_due', renews: false, ifUnpaid: { kind: 'pauses', at: on(15) } });
    await h.advance(customer, { to: on(15) });
    const [paused] = await h.subscriptions(customer);
    expect(paused).toMatchObject({ status: 'suspended', ifUnpaid: { kind: 'ends', at: on(45) } });
    const mailsAbroad = async () =>
      (await h.mails(customer.email, 1)).filter(({ text }) => text.includes("can't charge cards for your address"));
    await expect.poll(async () => (await mailsAbroad()).length).toBe(3);
    const abroad = await mailsAbroad();
    expect(abroad.map(({ text }) => /(paused|end) on (.*?) unless you pay/.exec(text)?.slice(1)).sort()).toEqual([
      ['end', 'Mar 27, 2026'],
      ['paused', 'Feb 25, 2026'],
      ['paused', 'Feb 25, 2026'],
    ]);
    for (const { text } of abroad) expect(text).not.toMatch(/try again on|Change your card/);
  });

  test('[B10] [SU-02] a lost card is asked once; the slots pass without a call, and the plan does not renew', async () => {
    const { customer } = await holder({ planId: 'pln_drive_starter_monthly' });
    await saveCard(customer, 'tok_visa_chargeCustomerFailLostCard');
    await h.advance(customer, { until: 'next_renewal' });
    expect((await h.receipts(customer))[0]).toMatchObject({ status: 'Payment Failed', nextPaymentAttemptOn: null });
    const account = await customer.client.get<{ nextPayment: unknown }>('/api/account/me');
    expect(account.body.nextPayment).toBeNull();
    const [held] = await h.subscriptions(customer);
    expect(held).toMatchObject({ status: 'past_due', renews: false, ifUnpaid: { kind: 'pauses' } });
    await h.advance(customer, { by: 'P2M' });
    expect(await amounts(h, customer, 'declined')).toEqual([3220]);
    expect((await h.receipts(customer))[0]).toMatchObject({ status: 'Unpaid', paymentAttemptCount: 1 });
  });

  test('[SU-09] S15: a question of the bank before every slot, and left: served until day 15 and 23 h, not three days more', async () => {
    const { customer } = await holder({ planId: 'pln_drive_starter_monthly' });
    const saving = await expectChallenge(
      customer.client.post(CARD, { type: 'stripe', token: 'pm_card_authenticationRequired' }),
    );
    await answerBank(h, saving.attemptId, 'approve');
    await confirm(customer, saving.attemptId);
    const boundary = Date.parse('2026-02-10T12:00:00.000Z');
    const on = (day: number, ms = 0) => new Date(boundary + day * DAY_MS + ms).toISOString();
    await h.advance(customer, { to: on(0) });
    for (const day of [3, 8, 15]) {
      await h.advance(customer, { to: on(day, -MINUTE_MS) });
      const [open] = await h.receipts(customer);
      // no charge is made in a slot after the bank asked, so none is named
      expect(open).toMatchObject({ status: 'Payment Failed', nextPaymentAttemptOn: null });
      // the bank only asks, so the same card may pay
      expect((await h.account(customer)).openPayments).toMatchObject([{ declined: false }]);
      await expectChallenge(customer.client.post(`/api/account/me/receipts/${open?.id}/pay`, {}));
    }
    await h.advance(customer, { to: on(15, 22 * HOUR_MS) });
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'past_due', entitled: true }]);
    await h.advance(customer, { to: on(15, 23 * HOUR_MS) });
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'suspended', entitled: false }]);
  });

  test('nobody pays for 45 days: written off, ended; paid late after all it is Paid and the plan stays ended (S17)', async () => {
    const { customer, id } = await holder({ planId: 'pln_drive_starter_monthly' });
    await saveCard(customer, DECLINED_LATER_CARD);
    await h.advance(customer, { by: 'P3M' });
    expect(await h.subscriptions(customer, true)).toMatchObject([{ id, status: 'canceled' }]);
    const [receipt] = await h.receipts(customer);
    expect(receipt).toMatchObject({ status: 'Unpaid', overdue: true, isPaid: false });
    await saveCard(customer, 'tok_visa');
    const paid = await customer.client.post<Receipt>(`/api/account/me/receipts/${receipt?.id}/pay`, {
      expectedTotalCents: 3220,
    });
    expect([paid.status, paid.body.status]).toEqual([200, 'Paid']);
    expect(await h.subscriptions(customer)).toEqual([]);
    const ledger = await h.database.query<{ debit: string; credit: string }>(
      'SELECT debit, credit FROM ledger_entries WHERE account_id = $1 ORDER BY at DESC, id DESC LIMIT 3',
      [customer.accountId],
    );
    expect(ledger.map(({ debit, credit }) => `${debit} < ${credit}`).sort()).toEqual([
      'cash < receivable',
      'receivable < write_off',
      'write_off < receivable',
    ]);
    const again = await customer.client.post(`/api/account/me/receipts/${receipt?.id}/pay`, {});
    expect([again.status, again.body.error.type]).toEqual([409, 'ALREADY_PAID']);
  });

  const makeUnpaidReceipt = async () => {
    const { customer } = await holder({ planId: 'pln_drive_starter_monthly' });
    await saveCard(customer, DECLINED_LATER_CARD);
    await h.advance(customer, { until: 'next_renewal' });
    const [receipt] = await h.receipts(customer);
    return {
      customer,
      pay: (body: object, options: { key?: string } = {}) =>
        customer.client.post<Receipt>(`/api/account/me/receipts/${receipt?.id}/pay`, body, options),
    };
  };
  /** The bank changes its mind about the card on file. */
  const bankRelents = ({ accountId }: Customer) =>
    h.database.query(
      `UPDATE sandbox.cards SET behaviour = 'tok_visa' WHERE customer_id = (SELECT gateway_customer_ref FROM accounts WHERE id = $1)`,
      [accountId],
    );

  test('[PM-09] paid by hand with the card on file; another amount is QUOTE_CHANGED; twenty at a time charge once', async () => {
    const { customer, pay } = await makeUnpaidReceipt();
    expect((await pay({ expectedTotalCents: 1 })).body.error.type).toBe('QUOTE_CHANGED');
    const declined = await pay({ expectedTotalCents: 3220 });
    expect([declined.status, declined.body.error.message]).toEqual([402, 'Your card was declined.']);
    await bankRelents(customer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay({ expectedTotalCents: 3220 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
  });

  test('[PM-09] [INV-9] twenty at a time under one key charge once, and in the end the key has the one answer', async () => {
    const { customer, pay } = await makeUnpaidReceipt();
    await bankRelents(customer);
    const once = () => pay({ expectedTotalCents: 3220 }, { key: 'one-review-step' });
    const answers = await Promise.all(Array.from({ length: 20 }, once));
    // Whoever asks while the first is being paid is told to ask again.
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 409]);
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
    const paid = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    const late = await once();
    expect([late.status, late.body]).toEqual([200, paid[0]]);
    expect(paid.every((body) => JSON.stringify(body) === JSON.stringify(paid[0]))).toBe(true);
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
  });

  test('[PM-09] a second payment that comes while the first is being recorded hears ALREADY_PAID', async () => {
    const { customer, pay } = await makeUnpaidReceipt();
    await bankRelents(customer);
    const gate = h.faults.hold('charge');
    const first = pay({});
    await gate.arrived;
    let second = first;
    await h.whileLocked(customer, async (waiting) => {
      gate.release();
      await waiting(1);
      second = pay({});
      await waiting(2);
    });
    expect((await first).status).toBe(200);
    const late = await second;
    expect([late.status, late.body.error?.type]).toEqual([409, 'ALREADY_PAID']);
  });
});
