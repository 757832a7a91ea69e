import { describe, expect, test } from 'vitest';
import { aContext, aState } from '../testing/builders.ts';
import { bookRefundAsGoodwill, reverseUnplacedRefund } from './unplaced-refund.ts';

const gatewayRefund = { refundRef: 're_hand', amountCents: 1_000 };
const ledgerRows = ({ ledger }: ReturnType<typeof bookRefundAsGoodwill>) =>
  ledger.map(({ kind, refId, debit, credit, amountCents }) => [kind, refId, debit, credit, amountCents]);

describe('a refund made at the gateway that matches no payment', () => {
  test('borne by the vendor: booked as goodwill and mailed; nothing else changes', () => {
    const writes = bookRefundAsGoodwill(aState(), gatewayRefund, aContext());
    expect(ledgerRows(writes)).toEqual([['refund.borne', 're_hand', 'goodwill', 'cash', 1_000]]);
    expect(writes.mails).toMatchObject([{ template: 'refunded', facts: { amountCents: 1_000 } }]);
    expect(writes.account.balanceCents).toBe(0);
    expect([writes.refunds, writes.invoices, writes.subscriptions]).toEqual([[], [], []]);
  });

  test.each([
    ['from_credit', 'customer_credit', -1_000],
    ['dismissed', 'goodwill', 0],
  ] as const)('[I2] a %s refund that the bank returned goes back to its source', (status, source, balanceCents) => {
    const writes = reverseUnplacedRefund(aState(), gatewayRefund, status, aContext());
    expect(ledgerRows(writes)).toEqual([['refund.returned', 're_hand', 'cash', source, 1_000]]);
    expect(writes.account.balanceCents).toBe(balanceCents);
    expect(writes.mails).toEqual([]);
  });
});
