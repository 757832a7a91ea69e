import { describe, expect, test } from 'vitest';
import { nextCharges } from '../renewals/estimate.ts';
import { aCard, anAccount } from '../testing/builders.ts';
import { type Customer, declinedOutcome } from '../testing/customer.ts';
import { buyerOf, outsideCardCountries } from '../testing/holders.ts';
import { always, calls, renewing } from '../testing/late-renewals.ts';
import { days, text, utc } from '../testing/moments.ts';
import { isStoppedUntilPaid, unpaidOutcome } from './dunning.ts';

const { billTo: home } = renewing().books;

/** Customer whose renewal was declined on 2026-03-01, and who moved abroad the day after. */
const movedAbroad = (): Customer => {
  const ada = renewing();
  ada.advanceTo(utc('2026-03-02'), always(declinedOutcome()));
  ada.change(outsideCardCountries);
  return ada;
};
const outcome = ({ books, subscription, settings }: Customer) => {
  const found = unpaidOutcome(books, subscription, settings);
  return found && [found.kind, text(found.at)];
};
const lastMails = ({ books }: Customer) =>
  books.mails
    .slice(1)
    .map(({ template, at: when, facts: { blockedBy, ifUnpaid } }) => [
      template,
      text(when),
      blockedBy,
      ifUnpaid && `${ifUnpaid.kind} ${text(ifUnpaid.at)}`,
    ]);

describe('[B10] past due, and then an address where cards are not accepted', () => {
  test('mails say when it is paused and when it ends, and promise no charge', () => {
    const ada = movedAbroad();
    ada.advanceTo(utc('2026-12-31'));
    expect(lastMails(ada)).toEqual([
      ['payment_failed', '2026-03-04', 'card_country', 'pauses 2026-03-16'],
      ['payment_failed', '2026-03-09', 'card_country', 'pauses 2026-03-16'],
      ['payment_overdue', '2026-03-16', 'card_country', 'ends 2026-04-15'],
      ['subscription_ended', '2026-04-15', undefined, undefined],
    ]);
    expect(calls(ada)).toEqual(['2026-03-01']);
  });

  test.each([
    ['2026-03-02', ['pauses', '2026-03-16'], 'past_due'],
    ['2026-03-15', ['pauses', '2026-03-16'], 'past_due'],
    ['2026-03-16', ['ends', '2026-04-15'], 'suspended'],
    ['2026-04-15', null, 'canceled'],
  ])('on %s: no charge is named, and %o follows', (now, expected, status) => {
    const ada = movedAbroad();
    ada.advanceTo(utc(now));
    expect(nextCharges(ada.books, ada.context)).toEqual([]);
    expect([outcome(ada), ada.subscription.status]).toEqual([expected, status]);
  });

  test('back home: the next retry is named again, and charged', () => {
    const ada = movedAbroad();
    ada.advanceTo(utc('2026-03-05'));
    ada.change({ billTo: home });
    const [retry] = nextCharges(ada.books, ada.context);
    expect([retry?.kind, text(retry?.at ?? null)]).toEqual(['retry', '2026-03-09']);
    ada.advanceTo(utc('2026-03-09'));
    expect([ada.subscription.status, outcome(ada)]).toEqual(['active', null]);
  });

  test('credit pays it without a card', () => {
    const ada = movedAbroad();
    ada.change({ account: anAccount({ balanceCents: -90_000 }) });
    ada.advanceTo(utc('2026-03-04'));
    expect(ada.lastInvoice.status).toBe('paid');
  });

  test('a plan that was never paid ends with the last retry', () => {
    const ada = buyerOf('pln_drive_starter_yearly', true);
    ada.toggle(true);
    const end = ada.subscription.trialEnd ?? 0;
    ada.advanceTo(end, () => declinedOutcome());
    expect(ada.books.mails.at(-1)).toMatchObject({ template: 'payment_failed', facts: { isPaused: true } });
    ada.change(outsideCardCountries);
    expect(outcome(ada)).toEqual(['ends', text(end + days(15))]);
    ada.advanceTo(end + days(15));
    expect(ada.subscription).toMatchObject({ status: 'canceled', endReason: 'payment_failed' });
  });
});

test('a declined renewal at home: the mail promises the next retry, and names the day on which the plan is paused', () => {
  const ada = renewing();
  ada.advanceTo(utc('2026-03-02'), always(declinedOutcome()));
  expect(ada.books.mails.at(-1)?.facts).toMatchObject({
    nextAt: utc('2026-03-04'),
    ifUnpaid: { kind: 'pauses', at: utc('2026-03-16') },
  });
  expect(ada.books.mails.at(-1)?.facts.blockedBy).toBeUndefined();
  expect(ada.books.mails.at(-1)?.facts.isPaused).toBeUndefined();
  expect(outcome(ada)).toEqual(['pauses', '2026-03-16']);
});

describe('[B10] past due, and no retry can charge the card', () => {
  test.each([
    ['lost_card', 'declined_card'],
    ['authentication_required', 'declined_card'],
    [null, 'no_card'],
  ])('%s: mails say when it is paused, no charge is named, and none is made', (code, blockedBy) => {
    const ada = code === null ? renewing({ card: null }) : renewing();
    ada.advanceTo(utc('2026-03-02'), always(declinedOutcome(code ?? undefined)));
    expect(nextCharges(ada.books, ada.context)).toEqual([]);
    expect(isStoppedUntilPaid(ada.books, ada.subscription, ada.settings)).toBe(true);
    ada.advanceTo(utc('2026-03-20'), always(declinedOutcome(code ?? undefined)));
    const failed = ada.books.mails.filter(({ template }) => template === 'payment_failed');
    expect(failed.map(({ at: when, facts }) => [text(when), facts.blockedBy, facts.ifUnpaid])).toEqual(
      ['2026-03-01', '2026-03-04', '2026-03-09'].map((day) => [
        day,
        blockedBy,
        { kind: 'pauses', at: utc('2026-03-16') },
      ]),
    );
    expect(
      failed.map(({ facts }) => facts.isReminder ?? false),
      'the later ones are reminders',
    ).toEqual([false, true, true]);
    expect(calls(ada)).toHaveLength(code === null ? 0 : 1);
  });

  test('a payment of the customer between the slots that is declined too: its mail is no reminder', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-02'), always(declinedOutcome('lost_card')));
    ada.payNow();
    ada.answer(declinedOutcome('lost_card'));
    ada.advanceTo(utc('2026-03-05'));
    const failed = ada.books.mails.filter(({ template }) => template === 'payment_failed');
    expect(failed.map(({ facts }) => facts.isReminder ?? false)).toEqual([false, false, true]);
  });

  test.each([
    ['lost_card', 0, true, 0],
    ['lost_card', 5000, false, 0],
    ['insufficient_funds', 0, false, 1],
  ])('[SU-02] %s and %i cents of credit: the plan stops %s, and %i charges are named', (code, cents, stops, named) => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-02'), always(declinedOutcome(code)));
    ada.change({ account: anAccount({ balanceCents: -cents }) });
    expect(isStoppedUntilPaid(ada.books, ada.subscription, ada.settings)).toBe(stops);
    expect(nextCharges(ada.books, ada.context)).toHaveLength(named);
    ada.advanceTo(utc('2026-03-20'));
    expect(ada.subscription.status).toBe(stops ? 'suspended' : 'active');
    expect(isStoppedUntilPaid(ada.books, ada.subscription, ada.settings)).toBe(false);
  });

  test('another card: the next retry is named again', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-02'), always(declinedOutcome('lost_card')));
    ada.change({ card: aCard({ id: 'pm_2' }) });
    expect(isStoppedUntilPaid(ada.books, ada.subscription, ada.settings)).toBe(false);
    expect(nextCharges(ada.books, ada.context).map(({ kind, at: when }) => [kind, text(when)])).toEqual([
      ['retry', '2026-03-04'],
    ]);
  });

  test('a decline that may pass: the retry is named, and no mail says that it is blocked', () => {
    const ada = renewing();
    ada.advanceTo(utc('2026-03-02'), always(declinedOutcome('insufficient_funds')));
    expect(ada.books.mails[0]?.facts.blockedBy).toBeUndefined();
    expect(nextCharges(ada.books, ada.context)).toHaveLength(1);
  });
});
