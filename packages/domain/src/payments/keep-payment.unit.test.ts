import { describe, expect, test } from 'vitest';
import { refuseOperator } from '../operator-refusal.ts';
import { aContext, anAttempt, aState } from '../testing/builders.ts';
import { keepPayment } from './keep-payment.ts';

describe('a payment that the books lack and an operator keeps', () => {
  test('[I2] it is cash, and credit of the customer, who gets a mail', () => {
    const kept = keepPayment(aState(), 'pi_lost', 3_220, [], aContext());
    if (!kept.ok) throw new Error('refused');
    expect(kept.value.ledger).toMatchObject([
      { kind: 'payment.kept', refId: 'pi_lost', debit: 'cash', credit: 'customer_credit', amountCents: 3_220 },
    ]);
    expect(kept.value.account.balanceCents).toBe(-3_220);
    expect(kept.value.mails).toMatchObject([{ template: 'credit_granted', facts: { amountCents: 3_220 } }]);
  });

  test('refused while a charge is undecided, which may wait for it', () => {
    const state = { ...aState(), attempts: [anAttempt({ status: 'sending' })] };
    expect(keepPayment(state, 'pi_lost', 3_220, [], aContext())).toEqual(refuseOperator('undecided'));
  });

  test('[I2] a part refunded at the gateway leaves again, and the mail has the rest', () => {
    const kept = keepPayment(aState(), 'pi_lost', 3_220, [{ refundRef: 're_1', amountCents: 2_000 }], aContext());
    if (!kept.ok) throw new Error('refused');
    expect(kept.value.ledger).toMatchObject([
      { kind: 'payment.kept', refId: 'pi_lost', debit: 'cash', credit: 'customer_credit', amountCents: 3_220 },
      { kind: 'credit.paid_out', refId: 're_1', debit: 'customer_credit', credit: 'cash', amountCents: 2_000 },
    ]);
    expect(kept.value.account.balanceCents).toBe(-1_220);
    expect(kept.value.mails).toMatchObject([{ template: 'credit_granted', facts: { amountCents: 1_220 } }]);
  });

  test('refused if it was refunded in full', () => {
    const refunds = [{ refundRef: 're_1', amountCents: 3_220 }];
    expect(keepPayment(aState(), 'pi_lost', 3_220, refunds, aContext())).toEqual(refuseOperator('nothing_left'));
  });
});
