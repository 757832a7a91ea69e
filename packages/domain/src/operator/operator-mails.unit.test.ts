import { describe, expect, test } from 'vitest';
import { settleRefund } from '../payments/refund.ts';
import type { Refund } from '../state/entities.ts';
import { aContext, aState } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import { grantCredit } from './grant-credit.ts';

const refund: Refund = {
  id: 'ref_1',
  accountId: 'acc_1',
  attemptId: 'att_1',
  amountCents: 1000,
  taxCents: 76,
  status: 'sending',
  gatewayRef: null,
  errorMessage: null,
  leaseUntil: null,
  sentAt: utc('2026-02-01'),
  decidedAt: null,
};

describe('[BY-06] operator actions on a customer’s money are mailed', () => {
  test.each([
    [{ kind: 'taken', refundRef: 're_1' } as const, [['refunded', 1000]]],
    [{ kind: 'failed', message: 'no' } as const, []],
  ])('a refund with the answer %o', (outcome, mails) => {
    const writes = settleRefund(aState(), refund, outcome, aContext());
    expect(writes.mails.map(({ template, facts }) => [template, facts.amountCents])).toEqual(mails);
  });

  test('a decided refund is not mailed again', () => {
    const decided = { ...refund, status: 'succeeded' as const };
    expect(settleRefund(aState(), decided, { kind: 'taken', refundRef: 're_1' }, aContext()).mails).toEqual([]);
  });

  test('granted credit, with its amount', () => {
    const granted = grantCredit(aState(), 'gft_1', 500, aContext());
    expect(granted).toMatchObject({
      ok: true,
      value: { mails: [{ template: 'credit_granted', facts: { amountCents: 500 } }] },
    });
  });
});
