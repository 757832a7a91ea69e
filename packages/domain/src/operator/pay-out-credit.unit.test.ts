import { expect, test } from 'vitest';
import { refuseOperator } from '../operator-refusal.ts';
import type { BillingState } from '../state/entities.ts';
import { aContext, anAccount, aState } from '../testing/builders.ts';
import { payOutCredit } from './pay-out-credit.ts';

const state = (balanceCents: number, status: 'open' | 'closed' = 'open') =>
  aState({ account: anAccount({ balanceCents, status }) });

test.each([
  ['all of it', state(-4156), null, 4156, 0],
  ['a part', state(-4156), 1000, 1000, -3156],
  ['of an account that is closed (S22)', state(-4156, 'closed'), null, 4156, 0],
])('[I1] [I2] credit is paid out: %s', (_what, owing, wanted, amountCents, balanceCents) => {
  const paid = payOutCredit(owing, 'pay_1', wanted, aContext());
  expect(paid.ok && paid.value.amountCents).toBe(amountCents);
  expect(paid.ok && paid.value.writes).toMatchObject({
    account: { balanceCents },
    ledger: [{ kind: 'credit.paid_out', debit: 'customer_credit', credit: 'cash', amountCents }],
    mails: [{ template: 'credit_paid_out', facts: { amountCents } }],
  });
});

test.each<[string, BillingState, number | null, Parameters<typeof refuseOperator>]>([
  [
    'more than there is',
    state(-4156),
    4157,
    ['more_than_left', { amounts: { leftCents: 4156, requestedCents: 4157 } }],
  ],
  ['nothing', state(-4156), 0, ['amount_not_positive']],
  ['less than nothing', state(-4156), -1, ['amount_not_positive']],
  ['without credit', state(0), null, ['nothing_left']],
  ['with a debt', state(6), 6, ['nothing_left']],
])('[I23] refused: %s', (_what, owing, wanted, refusal) => {
  expect(payOutCredit(owing, 'pay_1', wanted, aContext())).toEqual(refuseOperator(...refusal));
});
