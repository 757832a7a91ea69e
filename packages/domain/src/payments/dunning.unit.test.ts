import { describe, expect, test } from 'vitest';
import { entitlementsOf } from '../entitlements/entitlement.ts';
import type { Attempt, BillingState, LedgerEntry } from '../state/entities.ts';
import { defaultBillingSettings } from '../state/settings.ts';
import { isEntitled } from '../state/status.ts';
import { aCard, anAddress, anAttempt, anInvoice, aState } from '../testing/builders.ts';
import { Customer, declinedOutcome, erroredOutcome, succeededOutcome } from '../testing/customer.ts';
import { always, boundary, calls, renewing } from '../testing/late-renewals.ts';
import { days, text, utc } from '../testing/moments.ts';
import { canChargeSucceed } from './dunning.ts';
import type { AttemptOutcome } from './settle.ts';

const works: AttemptOutcome = { kind: 'processing', intentRef: 'pi_1' };
const mails = (ada: Customer) => ada.books.mails.map((mail) => [mail.template, text(mail.at)]);
const books = (rows: readonly LedgerEntry[]) => rows.map((row) => `${row.debit} ← ${row.credit} ${row.amountCents}`);

describe('[SU-09] failed charges are retried and become overdue: day 0, 3, 8, 15; written off on day 45', () => {
  test.each([
    // The last moment before, and the change at that moment.
    ['2026-03-01', 'past_due', 'open', 1, '2026-03-04'],
    ['2026-03-03 23:59', 'past_due', 'open', 1, '2026-03-04'],
    ['2026-03-04', 'past_due', 'open', 2, '2026-03-09'],
    ['2026-03-09', 'past_due', 'open', 3, '2026-03-16'],
    ['2026-03-15 23:59', 'past_due', 'open', 3, '2026-03-16'],
    ['2026-03-16', 'suspended', 'open', 4, null],
    ['2026-04-14 23:59', 'suspended', 'open', 4, null],
    ['2026-04-15', 'canceled', 'uncollectible', 4, null],
    ['2027-04-15', 'canceled', 'uncollectible', 4, null],
  ])('on %s: %s, invoice %s, %i attempts', (now, status, invoiceStatus, attempts, nextAttempt) => {
    const ada = renewing();
    ada.advanceTo(utc(now), always(declinedOutcome()));
    expect(ada.subscription.status).toBe(status);
    expect(ada.lastInvoice).toMatchObject({ status: invoiceStatus, attemptCount: attempts });
    expect(text(ada.lastInvoice.nextAttemptAt)).toBe(nextAttempt);
    expect(ada.lastInvoice.overdueAt).toBe(attempts === 4 ? utc('2026-03-16') : null);
    expect(ada.books.allInvoices).toHaveLength(1);
  });

  test('I20: four calls, and a mail for each, for the suspension and for the end', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-12-31'), always(declinedOutcome()));
    expect(calls(ada)).toEqual(['2026-03-01', '2026-03-04', '2026-03-09', '2026-03-16']);
    expect(ada.books.attempts.map((attempt) => attempt.attemptNo)).toEqual([1, 2, 3, 4]);
    expect(ada.books.attempts.every((attempt) => !attempt.onSession)).toBe(true);
    expect(mails(ada)).toEqual([
      ['payment_failed', '2026-03-01'],
      ['payment_failed', '2026-03-04'],
      ['payment_failed', '2026-03-09'],
      ['payment_overdue', '2026-03-16'],
      ['subscription_ended', '2026-04-15'],
    ]);
    expect(books(ada.books.ledger)).toEqual([
      'receivable ← revenue 2975',
      'receivable ← tax_payable 245',
      'write_off ← receivable 3220',
    ]);
    expect(ada.subscription).toMatchObject({ endReason: 'unpaid', endedAt: utc('2026-04-15'), suspendedAt: null });
  });

  test('[C12] the mail about the pause names the end, and that about the end the debt', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-12-31'), always(declinedOutcome()));
    const [paused, ended] = ada.books.mails.slice(-2);
    expect(paused?.facts).toEqual({ ifUnpaid: { kind: 'ends', at: utc('2026-04-15') } });
    expect(ended?.facts).toEqual({ unpaid: { cents: 3220, isDue: true } });
  });

  test('the plan is entitled during the retries, and not once suspended', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-15'), always(declinedOutcome()));
    expect(isEntitled(ada.subscription)).toBe(true);
    ada.advanceTo(utc('2026-03-16'), always(declinedOutcome()));
    expect(isEntitled(ada.subscription)).toBe(false);
  });

  test('the timetable is a setting', () => {
    const { settings } = renewing();
    const ada = new Customer(utc('2026-02-15'), { subscriptions: renewing().books.subscriptions }, undefined, {
      ...settings,
      dunningDays: [0, 1],
      suspensionDays: 5,
    });
    ada.advanceTo(utc('2026-03-31'), always(declinedOutcome()));
    expect(calls(ada)).toEqual(['2026-03-01', '2026-03-02']);
    expect(text(ada.subscription.endedAt)).toBe('2026-03-07');
  });

  test.each([1, 2, 3])('S14: attempt %i succeeds, and the period is unchanged', (failures) => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-20'), (attempt) =>
      attempt.attemptNo <= failures ? declinedOutcome() : succeededOutcome,
    );
    expect(ada.subscription).toMatchObject({
      status: 'active',
      cycleIndex: 2,
      currentPeriodStart: utc('2026-03-01'),
      currentPeriodEnd: utc('2026-04-01'),
    });
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', attemptCount: failures + 1, nextAttemptAt: null });
    expect(text(ada.books.account.nextActionAt)).toBe('2026-04-01');
  });

  test('an attempt proven absent at the gateway is not counted, but its slot is used', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-20'), (attempt) => (attempt.attemptNo === 1 ? erroredOutcome : succeededOutcome));
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', attemptCount: 1 });
    expect(calls(ada)).toEqual(['2026-03-01', '2026-03-04']);
  });

  test('[INV-11] an undecided attempt is waited for past its next slot, which moves with those after it', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-10'), () => null);
    expect(calls(ada)).toEqual(['2026-03-01']);
    expect(ada.subscription.status).toBe('active');
    ada.answer(declinedOutcome());
    expect(ada.subscription.status).toBe('past_due');
    expect(text(ada.books.mails.at(-1)?.facts.nextAt ?? null)).toBe('2026-03-13');
    ada.advanceTo(utc('2026-12-31'), always(declinedOutcome()));
    expect(calls(ada)).toEqual(['2026-03-01', '2026-03-13', '2026-03-18', '2026-03-25']);
  });

  test.each([1, 2, 3, 4].flatMap((slot) => [2, 3, 6, 20].map((daysLate) => [slot, daysLate] as const)))(
    '[INV-11] the bank decides about slot %i %i days later: four calls, none lost, none too early',
    (slot, late) => {
      const ada = renewing();
      ada.advanceTo(utc('2026-04-01'), ({ attemptNo }) => (attemptNo === slot ? works : declinedOutcome()));
      const [waiting] = ada.undecided;
      expect(waiting).toMatchObject({ status: 'processing', attemptNo: slot });
      ada.now = (waiting?.sentAt ?? 0) + days(late);
      ada.answer(declinedOutcome());
      ada.advanceTo(utc('2026-12-31'), always(declinedOutcome()));
      const sent = ada.books.attempts.map(({ sentAt }) => sentAt);
      const gaps = sent.slice(1).map((when, index) => (when - (sent[index] ?? 0)) / days(1));
      // An answer after the next slot was due moves that slot.
      const expected = [3, 5, 7].map((gap, index) => (index === slot - 1 && late >= gap ? late + gap : gap));
      expect(gaps).toEqual(expected);
      expect(ada.lastInvoice.overdueAt).toBe((sent[3] ?? 0) + (slot === 4 ? days(late) : 0));
    },
  );

  test.each([
    // Late slot, the other slots, and the end of entitlement at the last one.
    ['2026-03-08', '2026-03-13', '2026-03-20'],
    ['2026-03-17', '2026-03-22', '2026-03-29'],
  ])(
    '[INV-11] a worker that was stopped until %s takes one slot, and the others keep their distance',
    (late, ...next) => {
      const ada = renewing();
      ada.advanceTo(utc('2026-03-02'), always(declinedOutcome()));
      ada.now = utc(late);
      ada.run();
      ada.answer(declinedOutcome());
      expect(ada.run().action).toBeNull();
      expect(mails(ada)).toEqual([
        ['payment_failed', '2026-03-01'],
        ['payment_failed', late],
      ]);
      const [told] = entitlementsOf(ada.books, ada.context);
      expect([ada.subscription.status, text(told?.validUntil ?? null)]).toEqual(['past_due', next[1]]);
      ada.advanceTo(utc('2026-12-31'), always(declinedOutcome()));
      expect(calls(ada)).toEqual(['2026-03-01', late, ...next]);
      expect(mails(ada).at(-2)).toEqual(['payment_overdue', next[1]]);
    },
  );
});

describe('declines that a retry cannot change: the slots pass without a call', () => {
  test.each([
    'expired_card',
    'incorrect_number',
    'incorrect_cvc',
    'lost_card',
    'stolen_card',
    'fraudulent',
    'authentication_required',
  ])('%s', (code) => {
    for (const outcome of [declinedOutcome(code), { ...declinedOutcome(code), declineCode: null, code }]) {
      const ada = renewing();
      ada.advanceTo(utc('2026-12-31'), always(outcome));
      expect(calls(ada)).toEqual(['2026-03-01']);
      expect(ada.lastInvoice).toMatchObject({ attemptCount: 1, overdueAt: utc('2026-03-16'), status: 'uncollectible' });
      expect(text(ada.subscription.endedAt)).toBe('2026-04-15');
    }
  });

  test.each(['generic_decline', 'insufficient_funds', 'card_velocity_exceeded', 'processing_error', 'do_not_honor'])(
    '%s is tried again',
    (code) => {
      const ada = renewing();
      ada.advanceTo(utc('2026-03-20'), always(declinedOutcome(code)));
      expect(calls(ada)).toHaveLength(4);
    },
  );

  test('no card at all: the same timetable without a call', () => {
    const ada = renewing({ card: null });
    ada.advanceTo(utc(boundary));
    expect(ada.subscription.status).toBe('past_due');
    ada.advanceTo(utc('2026-12-31'));
    expect(calls(ada)).toEqual([]);
    expect(ada.lastInvoice).toMatchObject({ attemptCount: 0, overdueAt: utc('2026-03-16'), status: 'uncollectible' });
  });

  test('another card is tried in the next slot', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-05'), always(declinedOutcome('lost_card')));
    ada.change({ card: aCard({ id: 'pm_2' }) });
    ada.advanceTo(utc('2026-03-10'));
    expect(calls(ada)).toEqual(['2026-03-01', '2026-03-09']);
    expect(ada.subscription.status).toBe('active');
  });

  test('I13: an address where cards are not accepted is not charged, also not by a retry', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-02'), always(declinedOutcome()));
    ada.change({ billTo: anAddress({ country: 'GB' }) });
    ada.advanceTo(utc('2026-03-20'), always(declinedOutcome()));
    expect(calls(ada)).toEqual(['2026-03-01']);
  });

  const attempt = (overrides: Partial<Attempt>): Attempt =>
    anAttempt({ status: 'declined', declineCode: 'lost_card', ...overrides });
  test.each<[string, Partial<BillingState>, boolean]>([
    ['no card', { card: null }, false],
    ['outside the card countries', { billTo: anAddress({ country: 'GB' }) }, false],
    ['never tried', {}, true],
    ['the last attempt was a hard decline', { attempts: [attempt({})] }, false],
    [
      'the last attempt was no hard decline',
      { attempts: [attempt({}), attempt({ id: 'att_2', attemptNo: 2, declineCode: 'generic_decline' })] },
      true,
    ],
    [
      'the last by number, not by position',
      { attempts: [attempt({ id: 'att_2', attemptNo: 2 }), attempt({ declineCode: null })] },
      false,
    ],
    ['of another invoice', { attempts: [attempt({ invoiceId: 'inv_2' })] }, true],
    ['of another card', { attempts: [attempt({ paymentMethodId: 'pm_0' })] }, true],
    ['of a card that was removed', { attempts: [attempt({ paymentMethodId: null })] }, true],
  ])('charge can succeed: %s: %s', (_name, state, expected) => {
    expect(canChargeSucceed(aState(state), anInvoice(), defaultBillingSettings)).toBe(expected);
  });
});

test('credit that arrives later is used for the open invoice before the next attempt', () => {
  const ada = renewing();
  ada.advanceTo(utc('2026-03-02'), always(declinedOutcome()));
  ada.change({ account: { ...ada.books.account, balanceCents: -1000 } });
  ada.advanceTo(utc('2026-03-04'), () => null);
  expect(ada.undecided).toMatchObject([{ amountCents: 2220 }]);
  expect(ada.books.account.balanceCents).toBe(0);
});
