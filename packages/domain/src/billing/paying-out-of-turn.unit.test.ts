import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { isEntitled } from '../subscription/status.ts';
import { aCard } from '../testing/builders.ts';
import { type Customer, declined } from '../testing/customer.ts';
import { always, boundary, renewing } from '../testing/late-renewals.ts';
import { at, text } from '../testing/moments.ts';
import type { Attempt } from './entities.ts';
import type { AttemptOutcome } from './settle.ts';

const mails = (ada: Customer) => ada.books.mails.map((mail) => [mail.template, text(mail.at)]);

describe('[SU-09] S15: no payment that a customer begins and does not finish puts the timetable off', () => {
  const asked: AttemptOutcome = { kind: 'requires_action', intentRef: 'pi_1' };
  const left: AttemptOutcome = { kind: 'canceled', intentRef: 'pi_1' };
  /** Their bank asks whenever they pay; with nobody there it says no. */
  const strict = ({ onSession }: Attempt): AttemptOutcome => (onSession ? asked : declined());
  const slotOf = ({ lastInvoice: { dunningSlot, nextAttemptAt } }: Customer) => [dunningSlot, text(nextAttemptAt)];

  test('kept open over a slot and declined: that was the slot, said once and with the day of the next', () => {
    const ada = renewing();
    ada.advanceTo(at('2026-03-03 20:00'), always(declined()));
    ada.payNow();
    ada.answer(asked);
    ada.advanceTo(at('2026-03-04 10:00'), strict);
    expect(slotOf(ada)).toEqual([1, '2026-03-04']);
    ada.answer(declined());
    expect(slotOf(ada)).toEqual([2, '2026-03-09 10:00']);
    expect(mails(ada).slice(1)).toEqual([['payment_failed', '2026-03-04 10:00']]);
    expect(ada.books.mails.at(-1)?.facts.nextAt).toBe(at('2026-03-09 10:00'));
    expect(ada.run().action).toBeNull();
  });

  test('kept open over it and left: the worker takes the slot', () => {
    const ada = renewing();
    ada.advanceTo(at('2026-03-03 20:00'), always(declined()));
    ada.payNow();
    ada.answer(asked);
    ada.now = at('2026-03-04 10:00');
    ada.answer(left);
    expect(ada.run().action?.kind).toBe('retry');
    expect(ada.undecided).toMatchObject([{ onSession: false }]);
    expect(slotOf(ada)).toEqual([2, '2026-03-09 10:00']);
  });

  test('kept open over the last one and declined: the service ends', () => {
    const ada = renewing();
    ada.advanceTo(at('2026-03-15 20:00'), always(declined()));
    ada.payNow();
    ada.answer(asked);
    ada.now = at('2026-03-16 10:00');
    ada.answer(declined());
    expect([ada.subscription.status, mails(ada).at(-1)]).toEqual([
      'suspended',
      ['payment_overdue', '2026-03-16 10:00'],
    ]);
    expect(ada.lastInvoice).toMatchObject({ nextAttemptAt: null, overdueAt: at('2026-03-16 10:00') });
  });

  let cards = 0;
  const another = (ada: Customer) => {
    cards += 1;
    ada.change({ card: aCard({ id: `pm_more_${cards}` }) });
  };
  test.each<[string, (ada: Customer) => void]>([
    ['fails what the bank asks, and pays again at once', (ada) => ada.answer(declined())],
    ['leaves it, and pays again at once', (ada) => ada.answer(left)],
    [
      'saves another card each time, and fails',
      (ada) => {
        another(ada);
        ada.answer(declined());
      },
    ],
    [
      'saves another card each time, and leaves it',
      (ada) => {
        another(ada);
        ada.answer(left);
      },
    ],
  ])('who %s, before any worker comes: suspended all the same', (_name, endChallenge) => {
    const ada = renewing();
    ada.advanceTo(at(boundary), always(declined()));
    for (let hours = 0; hours < 24 * 60 && isEntitled(ada.subscription); hours += 20) {
      if (ada.undecided.length > 0) endChallenge(ada);
      if (ada.undecided.length === 0) ada.payNow();
      for (const attempt of ada.undecided) ada.answer(strict(attempt), attempt.id);
      ada.advanceTo(ada.now + 20 * HOUR_MS, strict);
    }
    expect(ada.subscription.status).toBe('suspended');
    // The days of the timetable, and less than one for each of its slots.
    expect(ada.subscription.suspendedAt).toBeLessThan(at('2026-03-20'));
  });
});
