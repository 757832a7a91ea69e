import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { CHALLENGE_TIMEOUT_MS } from '../state/due.ts';
import type { Attempt } from '../state/entities.ts';
import { isEntitled } from '../state/status.ts';
import { aCard, anAttempt, anInvoice, aSubscription } from '../testing/builders.ts';
import { type Customer, declinedOutcome, succeededOutcome } from '../testing/customer.ts';
import { always, boundary, renewing } from '../testing/late-renewals.ts';
import { days, text, utc } from '../testing/moments.ts';
import type { AttemptOutcome } from './settle.ts';

const mails = (ada: Customer) => ada.books.mails.map((mail) => [mail.template, text(mail.at)]);

describe('[SU-09] S15: an unfinished payment of the customer does not delay the timetable', () => {
  const asked: AttemptOutcome = { kind: 'requires_action', intentRef: 'pi_1' };
  const left: AttemptOutcome = { kind: 'canceled', intentRef: 'pi_1' };
  /** The bank asks at each payment, and declines if the customer is absent. */
  const strict = ({ onSession }: Attempt): AttemptOutcome => (onSession ? asked : declinedOutcome());
  const slotOf = ({ lastInvoice: { dunningSlot, nextAttemptAt } }: Customer) => [dunningSlot, text(nextAttemptAt)];

  test('a challenge open past a slot, then declined: that was the slot; one mail with the day of the next', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-03 20:00'), always(declinedOutcome()));
    ada.payNow();
    ada.answer(asked);
    ada.advanceTo(utc('2026-03-04 10:00'), strict);
    expect(slotOf(ada)).toEqual([1, '2026-03-04']);
    ada.answer(declinedOutcome());
    expect(slotOf(ada)).toEqual([2, '2026-03-09']);
    expect(mails(ada).slice(1)).toEqual([['payment_failed', '2026-03-04 10:00']]);
    expect(ada.books.mails.at(-1)?.facts.nextAt).toBe(utc('2026-03-09'));
    expect(ada.run().action).toBeNull();
  });

  test('open past a slot, then left: the worker takes the slot', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-03 20:00'), always(declinedOutcome()));
    ada.payNow();
    ada.answer(asked);
    ada.now = utc('2026-03-04 10:00');
    ada.answer(left);
    expect(ada.run().action?.kind).toBe('retry');
    expect(ada.undecided).toMatchObject([{ onSession: false }]);
    expect(slotOf(ada)).toEqual([2, '2026-03-09']);
  });

  test('open past the last slot, then declined: the service ends', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-15 20:00'), always(declinedOutcome()));
    ada.payNow();
    ada.answer(asked);
    ada.now = utc('2026-03-16 10:00');
    ada.answer(declinedOutcome());
    expect([ada.subscription.status, mails(ada).at(-1)]).toEqual([
      'suspended',
      ['payment_overdue', '2026-03-16 10:00'],
    ]);
    expect(ada.lastInvoice).toMatchObject({ nextAttemptAt: null, overdueAt: utc('2026-03-16 10:00') });
  });

  describe('after the last slot one challenge is waited for, 23 h (S15)', () => {
    const LAST = utc('2026-03-16');
    /** Challenge shortly before the last slot, never answered, ended `hours` after it. */
    const leftOver = (hours: number) => {
      const ada = renewing();
      ada.advanceTo(LAST - HOUR_MS, always(declinedOutcome()));
      ada.payNow();
      ada.answer(asked);
      ada.now = LAST + hours * HOUR_MS;
      ada.answer(left);
      return ada;
    };

    test('a customer who pays again before the worker runs is suspended first; paying resumes the service', () => {
      const ada = leftOver(22);
      expect(ada.payNow()).toMatchObject({ ok: true, value: { attemptId: expect.any(String) } });
      expect(ada.subscription).toMatchObject({ status: 'suspended', suspendedAt: LAST + 22 * HOUR_MS });
      expect(ada.lastInvoice).toMatchObject({ nextAttemptAt: null, overdueAt: LAST + 22 * HOUR_MS });
      ada.answer(asked);
      ada.answer(succeededOutcome);
      expect([ada.subscription.status, ada.lastInvoice.status]).toEqual(['active', 'paid']);
    });

    test('if that challenge is left too, no mail is sent twice', () => {
      const ada = leftOver(22);
      ada.payNow();
      ada.answer(asked);
      ada.answer(left);
      expect(ada.subscription.suspendedAt).toBe(LAST + 22 * HOUR_MS);
      expect(mails(ada).filter(([template]) => template === 'payment_overdue')).toHaveLength(1);
    });

    test('the worker takes the slot if it runs first, also with a new card', () => {
      const ada = leftOver(22);
      ada.advanceTo(ada.now, always(declinedOutcome()));
      expect(ada.subscription.suspendedAt).toBe(LAST + 22 * HOUR_MS);
    });

    test('a card saved during a challenge that is declined is charged without another challenge', () => {
      const ada = renewing();
      ada.advanceTo(LAST - HOUR_MS, always(declinedOutcome()));
      ada.payNow();
      ada.answer(asked);
      ada.now = LAST + HOUR_MS;
      ada.change({ card: aCard({ id: 'pm_beside' }) });
      ada.answer(declinedOutcome());
      expect(ada.undecided).toMatchObject([{ onSession: false, paymentMethodId: 'pm_beside' }]);
      ada.answer(declinedOutcome());
      expect(ada.subscription.suspendedAt).toBe(LAST + HOUR_MS);
    });

    test.each<[string, (ada: Customer) => void]>([
      ['a customer who pays first after it', (ada) => ada.advanceTo(LAST - HOUR_MS, always(declinedOutcome()))],
      [
        'a customer whose challenge ended before it',
        (ada) => {
          ada.advanceTo(LAST - 2 * HOUR_MS, always(declinedOutcome()));
          ada.payNow();
          ada.answer(asked);
          ada.now = LAST - HOUR_MS;
          ada.answer(left);
        },
      ],
    ])('%s: a challenge while the service continues', (_name, before) => {
      const ada = renewing();
      before(ada);
      ada.now = LAST + HOUR_MS;
      ada.payNow();
      ada.answer(asked);
      expect([ada.subscription.status, ada.undecided[0]?.onSession]).toEqual(['past_due', true]);
    });

    test('a never-paid plan is not entitled meanwhile, and can still be paid', () => {
      const ada = renewing({
        subscriptions: [aSubscription({ status: 'past_due', everPaid: false })],
        invoices: [anInvoice({ dunningSlot: 3, nextAttemptAt: LAST })],
        attempts: [anAttempt({ status: 'canceled', onSession: true, decidedAt: LAST + HOUR_MS })],
      });
      ada.now = LAST + 2 * HOUR_MS;
      expect(ada.payNow().ok).toBe(true);
      expect(ada.subscription.status).toBe('past_due');
    });
  });

  describe('the days of the timetable stay, with an unfinished payment before every slot', () => {
    const slots = ['2026-03-04', '2026-03-09', '2026-03-16'];
    const early = MINUTE_MS;
    test.each<[string, (ada: Customer) => void]>([
      ['runs out', (ada) => ada.answer(left)],
      [
        'is left for another attempt, which is left too',
        (ada) => {
          ada.answer(left);
          ada.payNow();
          ada.answer(asked);
          ada.answer(left);
        },
      ],
      ['fails', (ada) => ada.answer(declinedOutcome())],
      [
        'is left for another card',
        (ada) => {
          ada.change({ card: aCard({ id: `pm_at_${ada.now}` }) });
          ada.answer(left);
          ada.answer(declinedOutcome());
        },
      ],
    ])('a challenge that %s: suspension when the last one ends, 23 h late at most', (_name, end) => {
      const ada = renewing();
      for (const slot of slots) {
        ada.advanceTo(utc(slot) - early, strict);
        expect([isEntitled(ada.subscription), text(ada.lastInvoice.nextAttemptAt)]).toEqual([true, slot]);
        ada.payNow();
        ada.answer(asked);
        ada.now += CHALLENGE_TIMEOUT_MS;
        end(ada);
        ada.advanceTo(ada.now, strict);
      }
      expect(ada.subscription).toMatchObject({
        status: 'suspended',
        suspendedAt: utc('2026-03-16') + CHALLENGE_TIMEOUT_MS - early,
      });
    });

    test.each([2, 3, 9, 40])(
      '[INV-11] a worker that then stops for %i days takes one slot, and the next no sooner than a challenge lasts',
      (late) => {
        const ada = renewing();
        ada.advanceTo(utc('2026-03-04') - early, strict);
        ada.payNow();
        ada.answer(asked);
        ada.now = utc('2026-03-04') + days(late);
        ada.answer(left);
        ada.advanceTo(ada.now, strict);
        expect(slotOf(ada)).toEqual([2, text(ada.now + days(5) - CHALLENGE_TIMEOUT_MS + early)]);
      },
    );
  });

  let cards = 0;
  const another = (ada: Customer) => {
    cards += 1;
    ada.change({ card: aCard({ id: `pm_more_${cards}` }) });
  };
  test.each<[string, (ada: Customer) => void]>([
    ['a customer who fails the challenge and pays again at once', (ada) => ada.answer(declinedOutcome())],
    ['a customer who leaves the challenge and pays again at once', (ada) => ada.answer(left)],
    [
      'saves another card each time, and fails',
      (ada) => {
        another(ada);
        ada.answer(declinedOutcome());
      },
    ],
    [
      'saves another card each time, and leaves it',
      (ada) => {
        another(ada);
        ada.answer(left);
      },
    ],
  ])('%s, before the worker runs: suspended too', (_name, endChallenge) => {
    const ada = renewing();
    ada.advanceTo(utc(boundary), always(declinedOutcome()));
    for (let hours = 0; hours < 24 * 60 && isEntitled(ada.subscription); hours += 20) {
      if (ada.undecided.length > 0) endChallenge(ada);
      if (ada.undecided.length === 0) ada.payNow();
      for (const attempt of ada.undecided) ada.answer(strict(attempt), attempt.id);
      ada.advanceTo(ada.now + 20 * HOUR_MS, strict);
    }
    expect(ada.subscription.status).toBe('suspended');
    // Days of the timetable, and less than one day more for the last slot.
    expect(ada.subscription.suspendedAt).toBeLessThan(utc('2026-03-17'));
  });
});
