import type { InvoiceReason } from '@foyer/contract/vocabulary/record-words';
import { describe, expect, test } from 'vitest';
import { anInvoice } from '../testing/builders.ts';
import { utc } from '../testing/moments.ts';
import { chargeKeyOf } from './charge-purpose.ts';

const renewal = anInvoice({ reason: 'renewal', periodStart: utc('2026-02-10') });

describe('[O20] the key of a charge at the gateway', () => {
  test('is made of account, subscription, purpose, period and try, and of no random id', () => {
    expect(chargeKeyOf(renewal, 1)).toBe('acc_1/sub_1/renewal/2026-02-10T00:00:00.000Z/1');
    expect(chargeKeyOf({ ...renewal, ...{ id: 'inv_after_the_restore' } }, 1)).toBe(chargeKeyOf(renewal, 1));
  });

  test.each<[string, Parameters<typeof chargeKeyOf>]>([
    ['the retry after a decline', [renewal, 2]],
    ['the next period', [{ ...renewal, periodStart: utc('2026-03-10') }, 1]],
    ['another subscription', [{ ...renewal, subscriptionId: 'sub_2' }, 1]],
    ['another account', [{ ...renewal, accountId: 'acc_2' }, 1]],
    ['the end of a trial on the same day', [{ ...renewal, reason: 'trial_end' }, 1]],
  ])('is another one for %s', (_title, asked) => {
    expect(chargeKeyOf(...asked)).not.toBe(chargeKeyOf(renewal, 1));
  });

  test.each<InvoiceReason>(['create', 'change', 'one_time', 'grant'])(
    'is the id of the attempt for %s, which can happen twice at the same moment',
    (reason) => {
      expect(chargeKeyOf({ ...renewal, reason }, 1)).toBeNull();
    },
  );
});
