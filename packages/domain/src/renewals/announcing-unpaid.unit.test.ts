import { describe, expect, test } from 'vitest';
import type { BillingState, Subscription } from '../state/entities.ts';
import { isEntitled } from '../state/status.ts';
import { renewsAutomatically } from '../state/trial-and-renewal.ts';
import { anAccount, aSubscription, aTrial } from '../testing/builders.ts';
import { aDiscountClaim } from '../testing/coupons.ts';
import type { Customer } from '../testing/customer.ts';
import { basic, customerAt, holderOf, monthly, outsideCardCountries } from '../testing/holders.ts';
import { days, text, utc } from '../testing/moments.ts';
import { nextCharges } from './estimate.ts';

const notices = ({ books }: Customer) =>
  books.mails
    .filter(({ template }) => template === 'renewal_notice' || template === 'ending_notice')
    .map(({ template, at: when, facts }) => [template, text(when), facts.blockedBy, facts.dueCents]);

const noCard = { card: null };
const promotion = aSubscription({
  source: 'promotion',
  term: 'fixed',
  unitAmountCents: 0,
  everPaid: false,
  transitionAtEnd: true,
  transitionPriceId: 'prc_pln_drive_starter_yearly',
});
const credit = { account: anAccount({ balanceCents: -90_000 }) };

describe('[BY-06] a plan that will not be paid at its end is announced 7 days before', () => {
  test.each<[string, Subscription, Partial<BillingState>, unknown[]]>([
    ['monthly, no card', monthly(), noCard, ['renewal_notice', 'no_card', 3220]],
    ['yearly, no card', aSubscription(), noCard, ['renewal_notice', 'no_card', 32_462]],
    [
      'monthly, outside the card countries',
      monthly(),
      outsideCardCountries,
      ['ending_notice', 'card_country', undefined],
    ],
    [
      'yearly, outside the card countries',
      aSubscription(),
      outsideCardCountries,
      ['ending_notice', 'card_country', undefined],
    ],
    [
      'yearly, outside the card countries, and credit would pay',
      aSubscription(),
      { ...outsideCardCountries, ...credit },
      ['ending_notice', 'card_country', undefined],
    ],
    [
      'a trial with auto-renew on, no card',
      aTrial({ transitionAtEnd: true }),
      noCard,
      ['ending_notice', 'no_card', undefined],
    ],
    [
      'a promotion with auto-renew on, outside the card countries',
      promotion,
      outsideCardCountries,
      ['ending_notice', 'card_country', undefined],
    ],
    ['a trial with auto-renew off, no card', aTrial(), noCard, ['ending_notice', undefined, undefined]],
  ])('%s', (_title, held, state, [template, blockedBy, dueCents]) => {
    const ada = holderOf('2026-01-11', held);
    ada.change(state);
    const end = held.trialEnd ?? held.currentPeriodEnd ?? 0;
    ada.advanceTo(end - 1);
    expect(notices(ada)).toEqual([[template, text(end - days(7)), blockedBy, dueCents]]);
  });

  test.each<[string, Subscription, Partial<BillingState>]>([
    ['monthly, no card, and credit pays', monthly(), { ...noCard, ...credit }],
    ['monthly, no card, auto-renew off', monthly({ cancelAtPeriodEnd: true }), noCard],
    ['Basic outside the card countries without a card', basic(), { ...outsideCardCountries, card: null }],
    ['monthly with a card', monthly(), {}],
  ])('no mail: %s', (_title, held, state) => {
    const ada = holderOf('2026-01-11', held);
    ada.change(state);
    ada.advanceTo((held.currentPeriodEnd ?? 0) - 1);
    expect(notices(ada)).toEqual([]);
  });

  test('a coupon that paid a whole invoice is used up, and there is no card', () => {
    const ada = customerAt('2026-01-10', noCard);
    ada.buy('pln_drive_starter_monthly', { coupon: aDiscountClaim({ percentOff: 100, discountCycles: 2 }) });
    ada.advanceTo(utc('2026-03-09'));
    expect(notices(ada)).toEqual([['renewal_notice', '2026-03-03', 'no_card', 3220]]);
  });
});

describe('[D14] an invoice that a coupon lowered to 0 is no payment', () => {
  const makeBuyer = (percentOff: number): Customer => {
    const ada = customerAt('2026-01-10', {});
    ada.buy('pln_drive_starter_monthly', { coupon: aDiscountClaim({ percentOff, discountCycles: 1 }) });
    return ada;
  };

  test.each([
    [100, false, false],
    [50, true, true],
  ])('%i %% off the first invoice', (percentOff, everPaid, entitled) => {
    const ada = makeBuyer(percentOff);
    expect(ada.subscription).toMatchObject({ status: 'active', everPaid });
    ada.change(noCard);
    ada.advanceTo(utc('2026-02-11'));
    expect(ada.subscription.status).toBe('past_due');
    expect(isEntitled(ada.subscription)).toBe(entitled);
  });
});

describe('[SU-02] a plan that does not continue is not announced to renew', () => {
  test.each<[string, Subscription, Partial<BillingState>, boolean]>([
    ['a paid plan', monthly(), {}, true],
    ['a paid plan outside the card countries', monthly(), outsideCardCountries, false],
    [
      'a paid plan outside the card countries, and credit would pay',
      monthly(),
      { ...outsideCardCountries, ...credit },
      false,
    ],
    ['a paid plan without a card: its invoice is made and stays open', monthly(), noCard, true],
    ['Basic outside the card countries', basic(), outsideCardCountries, true],
  ])('%s', (_title, held, state, renews) => {
    const ada = holderOf('2026-02-01', held);
    ada.change(state);
    expect(renewsAutomatically(ada.books, ada.subscription, ada.context)).toBe(renews);
    const isCharged = nextCharges(ada.books, ada.context).length > 0;
    expect(isCharged).toBe(renews && held.unitAmountCents > 0);
  });
});
