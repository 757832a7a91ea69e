import { describe, expect, test } from 'vitest';
import { aCard, aSubscription, aTrial } from '../testing/builders.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';

/** The card of these customers expires at the end of March 31, 2026. */
const card = aCard({ expYear: 2026, expMonth: 3 });
const holder = (intervalId: string, start = '2026-01-10'): Customer => {
  const ada = new Customer(utc(start), { card });
  ada.buy(intervalId);
  return ada;
};
const cardMailsOf = (ada: Customer) =>
  ada.books.mails
    .filter(({ template }) => template.startsWith('card_'))
    .map((mail) => [mail.template, new Date(mail.at).toISOString().slice(0, 10)]);

describe('[BY-06] [PM-06] an expiring card is announced', () => {
  test.each([
    [
      '30 and 7 days before, and on the day',
      'pln_drive_starter_yearly',
      '2026-01-10',
      ['2026-03-02', '2026-03-25', '2026-04-01'],
    ],
    [
      'bought between two notices: those in the past become one mail',
      'pln_drive_starter_yearly',
      '2026-03-10',
      ['2026-03-10', '2026-03-25', '2026-04-01'],
    ],
    ['nothing will be charged to the card', 'pln_drive_free_free', '2026-01-10', []],
  ])('%s', (_what, intervalId, start, days) => {
    const ada = holder(intervalId, start);
    ada.advanceTo(utc('2026-06-01'));
    expect(cardMailsOf(ada).map(([, day]) => day)).toEqual(days);
    expect(cardMailsOf(ada).map(([template]) => template)).toEqual(
      days.map((day) => (day === '2026-04-01' ? 'card_expired' : 'card_expiring')),
    );
  });

  test('not if renewal is off, nor where cards are not accepted', () => {
    const ada = holder('pln_drive_starter_yearly');
    ada.toggle(false);
    ada.advanceTo(utc('2026-06-01'));
    expect(cardMailsOf(ada)).toEqual([]);
  });

  test('after an outage one mail has the state of that day', () => {
    const ada = holder('pln_drive_starter_yearly');
    ada.now = utc('2026-05-01');
    ada.run();
    ada.run();
    expect(cardMailsOf(ada)).toEqual([['card_expired', '2026-05-01']]);
  });
});

test('[S5] a trial above longer prepaid time charges nothing to the card', () => {
  const prepaid = aSubscription({ source: 'prepaid', term: 'fixed' });
  const trial = aTrial({ transitionAtEnd: true, resumesSubscriptionId: prepaid.id, trialEnd: utc('2026-04-10') });
  const ada = new Customer(utc('2026-03-10'), { card, subscriptions: [prepaid, trial] });
  ada.advanceTo(utc('2026-04-05'));
  expect(cardMailsOf(ada)).toEqual([]);
});
