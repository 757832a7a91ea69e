import { describe, expect, test } from 'vitest';
import type { Subscription } from '../state/entities.ts';
import { cancelScheduledChange } from '../subscriptions/discard-scheduled-change.ts';
import { aSubscription } from '../testing/builders.ts';
import type { Customer } from '../testing/customer.ts';
import { basic, customerAt, holderOf, monthly, outsideCardCountries } from '../testing/holders.ts';
import { days, text, utc } from '../testing/moments.ts';

const promotion = (overrides: Partial<Subscription> = {}): Subscription =>
  aSubscription({ source: 'promotion', term: 'fixed', unitAmountCents: 0, everPaid: false, ...overrides });
const continuesPaid = { transitionAtEnd: true, transitionPriceId: 'prc_pln_drive_starter_yearly' } as const;

/** Customer with a plan and a change scheduled for its end. */
const waiting = (held: Subscription, intervalId: string, when = held.currentPeriodStart + days(1)): Customer => {
  const ada = holderOf('2026-01-10', held);
  ada.now = when;
  ada.buy(intervalId, { subscription: held, atPeriodEnd: true });
  return ada;
};
const notices = ({ books }: Customer) =>
  books.mails.filter(({ template }) => template === 'renewal_notice' || template === 'ending_notice');

describe('[BY-06] [S11] a scheduled change with a charge is announced a week before', () => {
  test.each<[string, Subscription, string, boolean]>([
    ['after a promotion that would end', promotion(), 'pln_drive_ultimate_yearly', true],
    ['after a promotion that would continue, monthly', promotion(continuesPaid), 'pln_drive_ultimate_monthly', true],
    ['after Basic', basic(), 'pln_drive_starter_monthly', true],
    ['from a month to a year', monthly(), 'pln_drive_starter_yearly', true],
    ['from a year to a month', aSubscription(), 'pln_drive_starter_monthly', true],
    ['a month after a month', monthly(), 'pln_drive_ultimate_monthly', false],
    ['Basic after a promotion', promotion(), 'pln_drive_free_free', false],
    ['Basic after a month', monthly(), 'pln_drive_free_free', false],
  ])('%s', (_title, held, intervalId, announced) => {
    const ada = waiting(held, intervalId);
    const { planId, source, status, currentPeriodEnd } = held;
    const end = currentPeriodEnd ?? 0;
    ada.advanceTo(end);
    const { totalCents, amountDueCents, description, descriptionParts } = ada.books.allInvoices.at(-1) ?? {};
    expect(notices(ada).map(({ template, at: when, facts }) => [template, text(when), facts])).toEqual(
      announced
        ? [
            [
              'renewal_notice',
              text(end - days(7)),
              {
                ...{ nextAt: end, held: { planId, source, status }, starts: description, descriptionParts },
                ...{ amountCents: totalCents, dueCents: amountDueCents, addedCents: 0 },
              },
            ],
          ]
        : [],
    );
  });

  test('it is announced once; later the new plan is announced as any plan', () => {
    const ada = waiting(promotion(), 'pln_drive_tier1_yearly');
    ada.advanceTo(utc('2028-01-10'));
    expect(notices(ada).map(({ at: when, facts }) => [text(when), facts.starts])).toEqual([
      ['2027-01-03', 'Drive Starter, yearly'],
      ['2028-01-03', undefined],
    ]);
  });

  test.each([
    ['no card', { card: null }, 'renewal_notice', 'no_card'],
    ['outside the card countries', outsideCardCountries, 'ending_notice', 'card_country'],
  ])('%s: the mail says that the change will not be paid', (_title, state, template, blockedBy) => {
    const ada = waiting(promotion(), 'pln_drive_ultimate_yearly');
    ada.change(state);
    ada.advanceTo(utc('2027-01-09'));
    expect(notices(ada).map((mail) => [mail.template, mail.facts.blockedBy])).toEqual([[template, blockedBy]]);
  });

  test.each([
    ['without a card', { card: null }],
    ['outside the card countries', outsideCardCountries],
  ])('a scheduled free plan needs no payment: %s sends no mail', (_title, state) => {
    const ada = waiting(monthly(), 'pln_drive_free_free');
    ada.change(state);
    ada.advanceTo(utc('2026-02-27'));
    expect(notices(ada)).toEqual([]);
  });
});

describe('[BY-06] a notice about another plan is replaced by a new notice', () => {
  test('an end was announced, then a paid plan is scheduled for that day', () => {
    const ada = holderOf('2026-01-11', promotion());
    ada.advanceTo(utc('2027-01-05'));
    ada.buy('pln_drive_ultimate_yearly', { subscription: ada.subscription, atPeriodEnd: true });
    ada.advanceTo(utc('2027-01-09'));
    expect(notices(ada).map(({ template, at: when }) => [template, text(when)])).toEqual([
      ['ending_notice', '2027-01-03'],
      ['renewal_notice', '2027-01-05'],
    ]);
  });

  test('ordering the same change again sends no mail; another change does', () => {
    const ada = waiting(promotion(), 'pln_drive_ultimate_yearly', utc('2027-01-04'));
    ada.advanceTo(utc('2027-01-05'));
    for (const plan of ['pln_drive_ultimate_yearly', 'pln_drive_tier1_yearly', 'pln_drive_tier1_yearly']) {
      ada.buy(plan, { subscription: ada.subscription, atPeriodEnd: true });
      ada.advanceTo(ada.now + days(1));
    }
    expect(notices(ada).map(({ facts }) => facts.amountCents)).toEqual([97_386, 43_101]);
    expect(ada.books.changes.map(({ status }) => status)).toEqual(['discarded', 'pending']);
  });

  test('the scheduled change is canceled: the promotion ends', () => {
    const ada = waiting(promotion(), 'pln_drive_ultimate_yearly');
    ada.advanceTo(utc('2027-01-05'));
    ada.store(cancelScheduledChange(ada.books, ada.subscription, ada.context));
    ada.advanceTo(utc('2027-01-06'));
    expect(notices(ada).map(({ template }) => template)).toEqual(['renewal_notice', 'ending_notice']);
  });
});

test('[SU-05] renewal is turned off, then the same change is ordered again: it takes effect', () => {
  const ada = customerAt('2026-01-11', { subscriptions: [aSubscription()] });
  ada.buy('pln_drive_free_free');
  ada.toggle(false);
  ada.buy('pln_drive_free_free');
  expect(ada.subscription.cancelAtPeriodEnd).toBe(false);
  expect(ada.books.changes.map(({ status }) => status)).toEqual(['pending']);
});
