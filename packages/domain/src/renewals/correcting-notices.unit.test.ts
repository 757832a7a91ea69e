import { describe, expect, test } from 'vitest';
import { nextActionAt } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { cancelScheduledChange } from '../subscriptions/discard-scheduled-change.ts';
import { anAccount, anAddress, aSubscription, aTrial } from '../testing/builders.ts';
import type { Customer } from '../testing/customer.ts';
import { customerAt, holderOf, monthly, outsideCardCountries } from '../testing/holders.ts';
import { days, text } from '../testing/moments.ts';

const HOUR = days(1) / 24;
const { billTo: home, card } = customerAt('2026-01-11', {}).books;

/** Template, day, reason, charge and day of the corrected mail of each notice. */
const notices = ({ books }: Customer) =>
  books.mails
    .filter(({ template }) => template === 'renewal_notice' || template === 'ending_notice')
    .map(({ template, at: when, facts: { blockedBy, dueCents, correctsMailOf } }) => [
      template === 'renewal_notice' ? 'renews' : 'ends',
      text(when),
      blockedBy,
      dueCents,
      text(correctsMailOf ?? null),
    ]);

const endOf = ({ trialEnd, currentPeriodEnd }: Subscription) => trialEnd ?? currentPeriodEnd ?? 0;

/** Customer two days after the notice. */
const customerAfterNotice = (held: Subscription, state: Partial<BillingState> = {}): Customer => {
  const ada = holderOf('2026-01-11', held);
  ada.change(state);
  ada.advanceTo(endOf(held) - days(5));
  return ada;
};

const promotion = aSubscription({
  source: 'promotion',
  term: 'fixed',
  unitAmountCents: 0,
  everPaid: false,
  transitionAtEnd: true,
  transitionPriceId: 'prc_pln_drive_starter_yearly',
});
const trial = aTrial({ transitionAtEnd: true });
const taxFree: Partial<BillingState> = { taxRatePpm: 0 };
const credit = (cents: number) => ({ account: anAccount({ balanceCents: -cents }) });

describe('[BY-06] a notice that is no longer true is corrected by one mail', () => {
  test.each<[string, Subscription, Partial<BillingState>, Partial<BillingState>, unknown[]]>([
    [
      'a renewal, then an address abroad',
      aSubscription(),
      {},
      outsideCardCountries,
      ['ends', 'card_country', undefined],
    ],
    [
      'an end, then an address at home',
      aSubscription(),
      outsideCardCountries,
      { billTo: home },
      ['renews', undefined, 32_462],
    ],
    [
      'a monthly end, then an address at home',
      monthly(),
      outsideCardCountries,
      { billTo: home },
      ['renews', undefined, 3220],
    ],
    ['a renewal, then another tax rate', aSubscription(), {}, taxFree, ['renews', undefined, 29_988]],
    ['a renewal, then no card', aSubscription(), {}, { card: null }, ['renews', 'no_card', 32_462]],
    ['a renewal without a card, then a card', aSubscription(), { card: null }, { card }, ['renews', undefined, 32_462]],
    ['a renewal, then credit for a part', aSubscription(), {}, credit(1000), ['renews', undefined, 31_462]],
    ['a renewal, then credit for all of it', aSubscription(), {}, credit(90_000), ['renews', undefined, 0]],
    [
      'a trial that goes on, then an address abroad',
      trial,
      {},
      outsideCardCountries,
      ['ends', 'card_country', undefined],
    ],
    [
      'a trial that ends abroad, then an address at home',
      trial,
      outsideCardCountries,
      { billTo: home },
      ['renews', undefined, 97_386],
    ],
    ['a trial that goes on, then no card', trial, {}, { card: null }, ['ends', 'no_card', undefined]],
    [
      'a promotion that goes on, then an address abroad',
      promotion,
      {},
      outsideCardCountries,
      ['ends', 'card_country', undefined],
    ],
  ])('%s', (_title, held, before, after, [kind, blockedBy, dueCents]) => {
    const ada = customerAfterNotice(held, before);
    expect(notices(ada)).toHaveLength(1);
    ada.change(after);
    const end = endOf(held);
    ada.advanceTo(end - 1);
    expect(notices(ada).slice(1)).toEqual([[kind, text(end - days(5)), blockedBy, dueCents, text(end - days(7))]]);
  });

  test('the last notice comes true: nothing is charged after "ends", and the amount of "renews" is charged', () => {
    const ada = customerAfterNotice(aSubscription(), outsideCardCountries);
    ada.change({ billTo: home });
    ada.advanceTo(endOf(ada.subscription));
    expect(ada.lastInvoice).toMatchObject({ status: 'paid', amountDueCents: notices(ada).at(-1)?.[3] });
    const eve = customerAfterNotice(aSubscription());
    eve.change(outsideCardCountries);
    eve.advanceTo(endOf(eve.subscription));
    expect(eve.subscription.status).toBe('canceled');
    expect([notices(eve).at(-1)?.[0], eve.books.allInvoices]).toEqual(['ends', []]);
  });

  test('a coupon that is redeemed in the last week lowers the announced charge', () => {
    const ada = customerAfterNotice(aSubscription());
    ada.change({
      discounts: [
        {
          ...{ id: 'red_1', subscriptionId: ada.subscription.id, status: 'active', cyclesLeft: 1, invoiceId: null },
          ...{ code: 'HALF', percentOff: 50, priceIds: ['prc_pln_drive_starter_yearly'] },
        },
      ],
    });
    ada.advanceTo(endOf(ada.subscription) - 1);
    expect(notices(ada).map(([, , , dueCents]) => dueCents)).toEqual([32_462, 16_231]);
  });
});

describe('[BY-06] a notice that is still true is not mailed again', () => {
  test.each<[string, Subscription, Partial<BillingState>, Partial<BillingState>]>([
    ['another address with the same tax', aSubscription(), {}, { billTo: anAddress({ city: 'Cambridge' }) }],
    ['another card', aSubscription(), {}, card ? { card: { ...card, id: 'pm_2', last4: '1881' } } : {}],
    ['an end abroad, and then the card is gone', trial, outsideCardCountries, { card: null }],
    [
      'an end abroad, and then another country abroad',
      aSubscription(),
      outsideCardCountries,
      { billTo: anAddress({ country: 'FR' }) },
    ],
    ['another plan renews', aSubscription(), {}, { subscriptions: [] }],
  ])('%s', (_title, held, before, after) => {
    const ada = customerAfterNotice(held, before);
    const renewsBefore = { currentPeriodStart: endOf(held) - days(34), currentPeriodEnd: endOf(held) - days(4) };
    const other = monthly({ id: 'sub_2', product: 'scope', ...renewsBefore });
    ada.change(after.subscriptions ? { subscriptions: [...ada.books.subscriptions, other] } : after);
    ada.advanceTo(endOf(held) - 1);
    expect(notices(ada)).toHaveLength(1);
  });

  test('changed and changed back before the worker runs', () => {
    const ada = customerAfterNotice(aSubscription());
    ada.change(outsideCardCountries);
    ada.change({ billTo: home });
    ada.advanceTo(endOf(ada.subscription) - 1);
    expect(notices(ada)).toHaveLength(1);
  });

  test('renewal is turned off and on again by the customer, or a free plan is scheduled and taken back', () => {
    const ada = customerAfterNotice(aSubscription());
    ada.toggle(false);
    ada.advanceTo(ada.now + HOUR);
    ada.toggle(true);
    ada.advanceTo(ada.now + HOUR);
    ada.buy('pln_drive_free_free');
    ada.advanceTo(ada.now + HOUR);
    ada.store(cancelScheduledChange(ada.books, ada.subscription, ada.context));
    ada.advanceTo(endOf(ada.subscription) - 1);
    expect(notices(ada)).toHaveLength(1);
  });

  test('an earlier release sent the notice: what it said is unknown', () => {
    const held = aSubscription();
    const ada = customerAfterNotice({ ...held, noticedPeriodEnd: held.currentPeriodEnd });
    ada.change(outsideCardCountries);
    ada.advanceTo(endOf(held) - 1);
    expect(notices(ada)).toEqual([]);
  });
});

test('[BY-06] repeated changes cause one mail an hour at most, and the last one is true', () => {
  const ada = customerAfterNotice(aSubscription());
  for (let minute = 0; minute < 110; minute += 1) {
    ada.change(minute % 2 === 0 ? outsideCardCountries : { billTo: home });
    ada.advanceTo(ada.now + HOUR / 60);
  }
  ada.advanceTo(ada.now + 2 * HOUR);
  expect(notices(ada).map(([kind]) => kind)).toEqual(['renews', 'ends', 'renews']);
});

test('[BY-06] a correction is due at once, and nothing is due after it before the end', () => {
  const ada = customerAfterNotice(aSubscription());
  ada.change(outsideCardCountries);
  expect(nextActionAt(ada.books, ada)).toBeLessThanOrEqual(ada.now);
  ada.run();
  expect(nextActionAt(ada.books, ada)).toBe(endOf(ada.subscription));
});

test('[BY-06] a plan that was free to renew is announced when it costs something again', () => {
  const ada = holderOf('2026-01-11', aSubscription());
  const free = {
    code: 'FREE',
    percentOff: 100,
    priceIds: ['prc_pln_drive_starter_yearly'],
    invoiceId: null,
    id: 'red_1',
  };
  const discount = { ...free, subscriptionId: ada.subscription.id, status: 'active', cyclesLeft: 1 } as const;
  ada.change({ discounts: [discount] });
  ada.advanceTo(endOf(ada.subscription) - days(5));
  expect(notices(ada)).toEqual([]);
  ada.change({ discounts: [{ ...discount, status: 'over', cyclesLeft: 0 }] });
  ada.advanceTo(endOf(ada.subscription) - 1);
  expect(notices(ada)).toEqual([['renews', text(endOf(ada.subscription) - days(5)), undefined, 32_462, null]]);
});
