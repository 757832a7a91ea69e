import type { Receipt } from '@foyer/contract/api/receipt';
import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { describe, expect, test } from 'vitest';
import { atEveryStatement } from '../../../test/at-every-statement.ts';
import { answerBank, CHALLENGE_CARD, confirm, deliverEvents, expectChallenge } from '../../../test/challenges.ts';
import type { Answer } from '../../../test/client.ts';
import type { Customer } from '../../../test/harness.ts';
import { amounts, CARD, makeHolder, makeLate, refusal } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

/** A new card pays what is open, and its bank asks about that (PM-09). */

const h = useShop();

interface Refusal {
  readonly error: { readonly type: string; readonly code: string | null };
}

/** Asked about when it is saved as well as when it is charged. */
const ASKS_ALWAYS = 'pm_card_authenticationRequired';

const save = (
  customer: Customer,
  token: string,
  key?: string,
): Promise<Answer<PaymentMethod & { retried: string[] }>> =>
  customer.client.post(CARD, { type: 'stripe', token }, key === undefined ? {} : { key });
const leftOpen = async (customer: Customer) => (await h.account(customer)).openChallenges;
const openOf = async (customer: Customer) => (await leftOpen(customer))[0]?.attemptId ?? '';

/** Late, and the new card is on file; its bank asks about the 3220 that are open. */
const makeChallengedPayment = async () => {
  const late = await makeLate(h);
  const saved = await save(late.customer, CHALLENGE_CARD);
  expect([saved.status, saved.body.retried], saved.text).toEqual([201, [late.receipt]]);
  return { ...late, attemptId: await openOf(late.customer) };
};

describe('[PM-09] the bank asks about what the new card is to pay', () => {
  test('the account tells what is asked; a page loaded anew gets the question, and approved it is paid', async () => {
    const { customer, receipt, attemptId } = await makeChallengedPayment();
    expect(await leftOpen(customer)).toMatchObject([
      { attemptId, kind: 'receipt', receiptId: receipt, amountCents: 3220 },
    ]);
    const action = await expectChallenge(confirm(customer, attemptId, { again: true }));
    expect(action).toMatchObject({ attemptId, kind: 'payment', url: expect.stringMatching(/^\/sandbox\/3ds\/pi_/) });
    await answerBank(h, attemptId, 'approve');
    const paid = await confirm<Receipt>(customer, attemptId, { again: true });
    expect([paid.status, paid.body.id, paid.body.status]).toEqual([200, receipt, 'Paid']);
    expect(await h.subscriptions(customer)).toMatchObject([{ status: 'active' }]);
    expect([await leftOpen(customer), await amounts(h, customer)]).toEqual([[], [3220, 3220]]);
  });

  test.each(['given up', 'refused there', 'never answered'] as const)(
    '%s: nothing is charged, the receipt stays open, and the card is kept',
    async (how) => {
      const { customer, receipt, attemptId } = await makeChallengedPayment();
      if (how === 'given up') {
        const { status, body } = await confirm<Refusal>(customer, attemptId, { givenUp: true });
        expect([status, body.error.type, body.error.code]).toEqual([410, 'EXPIRED', null]);
      } else if (how === 'refused there') {
        await answerBank(h, attemptId, 'fail');
        expect(await refusal(confirm(customer, attemptId))).toEqual([402, 'StripeCardError']);
      } else {
        await h.advance(customer, { by: 'P1D' });
        const { status, body } = await confirm<Refusal>(customer, attemptId, { again: true });
        expect([status, body.error.type, body.error.code]).toEqual([410, 'EXPIRED', 'ran_out']);
      }
      expect(await leftOpen(customer)).toEqual([]);
      const { paymentMethod, openAmountCents } = await h.account(customer);
      expect([paymentMethod?.last4, openAmountCents]).toEqual(['0446', 3220]);
      expect((await h.receipts(customer)).find(({ id }) => id === receipt)?.status).toBe('Payment Failed');
      expect(await amounts(h, customer)).toEqual([3220]);
    },
  );

  test('of a card that its bank asks about first: the second question comes behind the first', async () => {
    const { customer, receipt } = await makeLate(h);
    const saving = await expectChallenge(save(customer, ASKS_ALWAYS));
    expect(await leftOpen(customer)).toMatchObject([{ attemptId: saving.attemptId, kind: 'card' }]);
    await answerBank(h, saving.attemptId, 'approve');
    const saved = await confirm<PaymentMethod & { retried: string[] }>(customer, saving.attemptId, { again: true });
    expect([saved.status, saved.body.last4, saved.body.retried]).toEqual([200, '3184', [receipt]]);
    expect(await leftOpen(customer)).toMatchObject([{ kind: 'receipt', receiptId: receipt }]);
    await answerBank(h, await openOf(customer), 'approve');
    expect((await confirm<Receipt>(customer, await openOf(customer))).body.status).toBe('Paid');
  });

  test('and when the event about the card is quicker than the customer, the question is there all the same', async () => {
    const { customer, receipt } = await makeLate(h);
    const saving = await expectChallenge(save(customer, ASKS_ALWAYS));
    await answerBank(h, saving.attemptId, 'approve');
    await deliverEvents(h);
    const saved = await confirm<PaymentMethod & { retried: string[] }>(customer, saving.attemptId);
    expect([saved.status, saved.body.retried]).toEqual([200, []]);
    expect(await leftOpen(customer)).toMatchObject([{ kind: 'receipt', receiptId: receipt }]);
    await confirm(customer, await openOf(customer), { givenUp: true });
  });

  test('another card takes the place of the one that is asked about: the old question charges nothing any more', async () => {
    const { customer, receipt, attemptId } = await makeChallengedPayment();
    expect((await save(customer, 'tok_mastercard')).body.retried).toEqual([receipt]);
    await answerBank(h, attemptId, 'approve');
    expect(await refusal(confirm(customer, attemptId))).toEqual([410, 'EXPIRED']);
    expect([await leftOpen(customer), await amounts(h, customer)]).toEqual([[], [3220, 3220]]);
    expect((await h.account(customer)).paymentMethod?.last4).toBe('4444');
  });

  test('several open ones, each is asked about by itself, the oldest first', async () => {
    const { customer } = await makeHolder(h, { planId: 'pln_drive_starter_monthly' });
    await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_scope_starter_monthly' });
    await save(customer, 'tok_visa_chargeCustomerFail');
    await h.advance(customer, { by: 'P31D' });
    const saved = await save(customer, CHALLENGE_CARD);
    const open = await leftOpen(customer);
    expect(saved.body.retried).toHaveLength(2);
    expect(open.map(({ receiptId }) => receiptId)).toEqual(saved.body.retried);
    for (const { attemptId } of open) {
      await answerBank(h, attemptId, 'approve');
      expect((await confirm<Receipt>(customer, attemptId)).body.status).toBe('Paid');
    }
    expect(await leftOpen(customer)).toEqual([]);
  });
});

describe('[INV-12] [INV-26] pressed twice, or cut short', () => {
  const questions = async (customer: Customer) => {
    const rows = await h.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM sandbox.intents i JOIN payment_attempts t ON t.id = i.attempt_id
       WHERE t.account_id = $1 AND i.status = 'requires_action'`,
      [customer.accountId],
    );
    return rows[0]?.n;
  };

  test.each([
    ['under one key', 'same'],
    ['under none', undefined],
  ])('twenty presses at once %s: one card, one question', async (_how, key) => {
    const { customer, receipt } = await makeLate(h);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(customer, CHALLENGE_CARD, key)));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    for (const { status, text } of answers) expect([201, 409, 429], text).toContain(status);
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await leftOpen(customer)).toMatchObject([{ kind: 'receipt', receiptId: receipt }]);
    expect(await questions(customer)).toBe(1);
    await answerBank(h, await openOf(customer), 'approve');
    await confirm(customer, await openOf(customer));
    expect(await amounts(h, customer)).toEqual([3220, 3220]);
  });

  test.each(['before', 'after'] as const)(
    'a database connection lost at any statement (%s): one question at most, and in the end one charge',
    async (how) => {
      const statements = await atEveryStatement(
        h,
        how,
        async (label, underFault) => {
          const { customer } = await makeLate(h);
          const first = await underFault(() => save(customer, CHALLENGE_CARD, 'card'));
          expect([201, 503], `${label}: ${first.text}`).toContain(first.status);
          await h.expireLeases();
          await h.work.recoverAttempts();
          const again = await save(customer, CHALLENGE_CARD, 'card');
          expect(again.status, `${label}: ${again.text}`).toBe(201);
          expect((await h.account(customer)).paymentMethod?.last4, label).toBe('0446');
          const open = await leftOpen(customer);
          expect([open.map(({ kind }) => kind), await questions(customer)], label).toEqual([['receipt'], 1]);
          await answerBank(h, open[0]?.attemptId ?? '', 'approve');
          expect((await confirm(customer, open[0]?.attemptId ?? '')).status, label).toBe(200);
          expect(await amounts(h, customer), label).toEqual([3220, 3220]);
          expect(await h.ledgerCheck(), label).toEqual([]);
        },
        { stride: 4 },
      );
      expect(statements).toBeGreaterThan(how === 'before' ? 20 : 1);
    },
    120_000,
  );

  test.each(['silent-before', 'silent-after'] as const)(
    'a gateway that is %s when it is charged: the card is kept, and the question comes with recovery',
    async (how) => {
      const { customer, receipt } = await makeLate(h);
      h.faults.fail('charge', how);
      expect((await save(customer, CHALLENGE_CARD)).body.retried).toEqual([receipt]);
      h.faults.clear();
      await h.expireLeases();
      await h.work.recoverAttempts();
      expect(await leftOpen(customer)).toMatchObject([{ kind: 'receipt', receiptId: receipt }]);
      await confirm(customer, await openOf(customer), { givenUp: true });
      expect(await amounts(h, customer)).toEqual([3220]);
    },
    30_000,
  );
});
