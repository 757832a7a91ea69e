import type { AccountView } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import { afterEach, describe, expect, test } from 'vitest';
import { answerBank, confirm, expectChallenge } from '../../../test/challenges.ts';
import type { Customer } from '../../../test/harness.ts';
import {
  amounts,
  BUY,
  DECLINED_LATER_CARD,
  expectAllRight,
  makeHolder,
  makeLate,
  makePurchase,
  refusal,
  saveCard,
} from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();
afterEach(() => expectAllRight(h));

const pay = ({ client }: Customer, receiptId: string, expectedTotalCents: number, options: { key?: string } = {}) =>
  client.post<Receipt>(`/api/account/me/receipts/${receiptId}/pay`, { expectedTotalCents }, options);

const due = async (customer: Customer): Promise<AccountView['openPayments'][number] | undefined> =>
  (await h.account(customer)).openPayments[0];

test('[PM-09] PY-06: credit of another plan that came while a receipt was open is in what it is said to cost, and that is charged', async () => {
  const { customer } = await makeHolder(h, { planId: 'pln_drive_starter' });
  await h.advance(customer, { by: 'P360D' });
  const { id } = await makePurchase(customer, { planId: 'pln_scope_ultimate_monthly' });
  await saveCard(customer, DECLINED_LATER_CARD);
  await h.advance(customer, { until: 'next_renewal' });
  const [open] = (await h.receipts(customer)).filter(({ isPaid }) => !isPaid);
  expect(await due(customer)).toMatchObject({ receiptId: open?.id, creditCents: 0, amountDueCents: 32462 });

  const changed = await customer.client.patch<{ receipt: Receipt }>(`${BUY}/${id}`, {
    planId: 'pln_scope_starter_monthly',
  });
  const creditCents = changed.body.receipt.creditAdded;
  expect(creditCents, changed.text).toBeGreaterThan(0);
  expect(await refusal(pay(customer, open?.id ?? '', 32462))).toEqual([409, 'QUOTE_CHANGED']);
  const amountDueCents = 32462 - creditCents;
  expect(await due(customer)).toMatchObject({ receiptId: open?.id, creditCents, amountDueCents });
  expect(await h.account(customer)).toMatchObject({
    openAmountCents: amountDueCents,
    nextPayment: { total: amountDueCents },
  });
  expect(await refusal(pay(customer, open?.id ?? '', amountDueCents))).toEqual([402, 'StripeCardError']);

  // declined, the credit stays used for it
  expect(await due(customer)).toMatchObject({ receiptId: open?.id, creditCents: 0, amountDueCents });
  await saveCard(customer, 'tok_visa');
  expect((await amounts(h, customer)).at(-1)).toBe(amountDueCents);
  expect(await h.account(customer)).toMatchObject({ openPayments: [], openAmountCents: 0, balanceCents: 0 });
});

describe('[PM-09] [I4] a receipt that was written off takes credit before the card', () => {
  /** 3220 of a renewal are written off, a card that is good is on file, and a gift of credit came later. */
  const writtenOff = async (creditCents: number, card = 'tok_visa') => {
    const { customer, receipt } = await makeLate(h);
    const by = { actor: 'jo@vendor.example', reason: 'gone' };
    await h.operator.writeOffInvoice(receipt, by);
    await saveCard(customer, card);
    await h.operator.grantCredit(customer.accountId, creditCents, by, 'meant');
    return { customer, receipt };
  };
  const rows = ({ accountId }: Customer) =>
    h.database.query<{ kind: string; seq: number; cents: number }>(
      `SELECT kind, seq, amount_cents AS cents FROM ledger_entries
       WHERE account_id = $1 AND kind IN ('invoice.recovered', 'invoice.credit_used') ORDER BY id`,
      [accountId],
    );

  test('twenty presses at a time: the credit is used once, the rest charged once', async () => {
    const { customer, receipt } = await writtenOff(1000);
    expect((await h.account(customer)).openPayments).toEqual([
      {
        receiptId: receipt,
        description: 'Drive Starter, monthly',
        dueSince: expect.any(String),
        overdue: false,
        // the card was changed since
        ...{ failureMessage: 'Your card was declined.', failedAt: expect.any(String), declined: false },
        ...{ creditCents: 1000, amountDueCents: 2220, writtenOff: true },
        endedPlan: { name: 'Starter', product: 'drive', endedOn: expect.any(String) },
      },
    ]);
    expect(await refusal(pay(customer, receipt, 3220))).toEqual([409, 'QUOTE_CHANGED']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(customer, receipt, 2220)));
    const [paid, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(paid?.body).toMatchObject({ status: 'Paid', creditTendered: 1000, amount: 2220, writtenOff: false });
    expect(await amounts(h, customer)).toEqual([3220, 2220]);
    expect(await rows(customer)).toEqual([
      { kind: 'invoice.recovered', seq: 3220, cents: 1000 },
      { kind: 'invoice.credit_used', seq: 3220, cents: 1000 },
      { kind: 'invoice.recovered', seq: 2220, cents: 2220 },
    ]);
    expect(await h.subscriptions(customer)).toEqual([]);
  });

  test('all of it: the gateway is not asked, and one key has one answer', async () => {
    const { customer, receipt } = await writtenOff(4000);
    const before = h.faults.calls.charge;
    const once = () => pay(customer, receipt, 0, { key: 'all-of-it' });
    const first = await once();
    expect([first.status, first.body.status]).toEqual([200, 'No Payment Necessary']);
    expect((await once()).body).toEqual(first.body);
    expect(h.faults.calls.charge).toBe(before);
    expect(await h.account(customer)).toMatchObject({ balanceCents: -780, openPayments: [] });
    expect(await refusal(pay(customer, receipt, 0))).toEqual([409, 'ALREADY_PAID']);
  });

  test('declined: it stays used; another card pays the rest', async () => {
    const { customer, receipt } = await writtenOff(1000, DECLINED_LATER_CARD);
    expect(await refusal(pay(customer, receipt, 2220))).toEqual([402, 'StripeCardError']);
    expect(await h.account(customer)).toMatchObject({
      balanceCents: 0,
      openPayments: [{ creditCents: 0, amountDueCents: 2220, writtenOff: true }],
    });
    expect(await saveCard(customer, 'tok_visa')).toEqual([]);
    expect((await pay(customer, receipt, 2220)).body).toMatchObject({ status: 'Paid', creditTendered: 1000 });
  });

  test.each([
    ['approve', [3220, 2220], 'Paid'],
    ['fail', [3220], 'Payment Failed'],
  ] as const)('the bank asks, and hears: %s', async (word, charged, status) => {
    const { customer, receipt } = await writtenOff(1000, 'pm_card_authenticationRequiredSetupForOffSession');
    const { attemptId } = await expectChallenge(pay(customer, receipt, 2220));
    // the same amount while its question is open: the credit is in it
    expect((await h.account(customer)).balanceCents).toBe(0);
    await answerBank(h, attemptId, word);
    await confirm(customer, attemptId);
    expect(await amounts(h, customer)).toEqual(charged);
    const [shown] = (await h.receipts(customer)).filter(({ id }) => id === receipt);
    expect(shown).toMatchObject({ status, creditTendered: 1000, amountDueCents: 2220 });
  });

  test('[INV-2] an answer that got lost is asked for, and booked once', async () => {
    const { customer, receipt } = await writtenOff(1000);
    h.faults.fail('charge', 'silent-after', { times: 3 });
    const answer = await pay(customer, receipt, 2220);
    h.faults.clear();
    expect(answer.status).toBeGreaterThan(399);
    await h.expireLeases();
    await h.work.recoverAttempts();
    expect(await amounts(h, customer)).toEqual([3220, 2220]);
    expect((await rows(customer)).map(({ cents }) => cents)).toEqual([1000, 1000, 2220]);
  });
});
