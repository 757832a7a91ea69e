import { expect, test } from 'vitest';
import { scheduledChangeOf } from '../state/scheduled-change.ts';
import { aSubscription } from '../testing/builders.ts';
import { holderOf } from '../testing/holders.ts';
import { utc } from '../testing/moments.ts';
import { buyerAt } from '../testing/plan-changes.ts';
import { cancelScheduledChange } from './discard-scheduled-change.ts';

test('a canceled scheduled change never happens: the plan renews', () => {
  const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
  ada.buy('pln_drive_free_free');
  expect(scheduledChangeOf(ada.books, ada.subscription)).toMatchObject({ toPriceId: 'prc_pln_drive_free_free' });
  ada.store(cancelScheduledChange(ada.books, ada.subscription, ada.context));
  expect(scheduledChangeOf(ada.books, ada.subscription)).toBeUndefined();
  ada.advanceTo(utc('2027-02-01'));
  expect(ada.subscription).toMatchObject({ planId: 'pln_drive_starter', status: 'active', cycleIndex: 1 });
});

test('[BY-06] canceled in the last week: the renewal charge is announced', () => {
  const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
  ada.buy('pln_drive_free_free');
  ada.advanceTo(utc('2027-01-05'));
  const notices = () => ada.books.mails.filter(({ template }) => template === 'renewal_notice');
  expect(notices()).toEqual([]);
  ada.store(cancelScheduledChange(ada.books, ada.subscription, ada.context));
  ada.advanceTo(utc('2027-01-06'));
  expect(notices()).toMatchObject([{ facts: { amountCents: 32462 } }]);
});

test('without a scheduled change nothing is canceled', () => {
  const ada = buyerAt('pln_drive_starter_yearly', utc('2026-01-10'));
  const held = { ...ada.subscription, noticedPeriodEnd: utc('2027-01-10') };
  const { subscriptions, changes } = cancelScheduledChange({ ...ada.books, subscriptions: [held] }, held, ada.context);
  expect([subscriptions, changes]).toEqual([[], []]);
  expect(scheduledChangeOf(ada.books, aSubscription({ id: 'sub_other' as never }))).toBeUndefined();
});

test('[BY-06] a promotion followed by Basic is not announced to end; after cancelling the change it is', () => {
  const promotion = aSubscription({ source: 'promotion', unitAmountCents: 0, everPaid: false });
  const ada = holderOf('2026-02-01', promotion);
  ada.buy('pln_drive_free_free', { subscription: ada.subscription });
  ada.advanceTo(utc('2027-01-05'));
  const notices = () => ada.books.mails.filter(({ template }) => template === 'ending_notice');
  expect(notices()).toEqual([]);
  ada.store(cancelScheduledChange(ada.books, ada.subscription, ada.context));
  ada.advanceTo(utc('2027-01-06'));
  expect(notices()).toHaveLength(1);
});
