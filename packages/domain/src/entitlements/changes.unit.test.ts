import { describe, expect, test } from 'vitest';
import type { BillingState, Subscription } from '../state/entities.ts';
import { defaultBillingSettings } from '../state/settings.ts';
import { aContext, anAccount, anInvoice, aState, aSubscription, aTrial } from '../testing/builders.ts';
import { aLicence, aPeriod } from '../testing/licences.ts';
import { utc } from '../testing/moments.ts';
import { aFeature, aPackage } from '../testing/plan-contents.ts';
import { entitlementChanges } from './changes.ts';
import { entitlementsOf } from './entitlement.ts';
import { statementOf } from './statement.ts';

const context = aContext({ now: utc('2026-02-01') });
const starter = (overrides: Partial<Subscription> = {}) => aSubscription(overrides);
const holding = (...subscriptions: Subscription[]): BillingState => aState({ subscriptions });
const canceled = { status: 'canceled', endedAt: utc('2026-02-01') } as const;
const prepaid = { source: 'prepaid', term: 'fixed' } as const;

const outcome = (before: BillingState, after: BillingState) =>
  entitlementChanges(before, after, context).map(({ product, reason, subscriptionId }) => [
    product,
    reason,
    subscriptionId,
  ]);

describe('[BY-08] products get a message when entitlements change', () => {
  test.each<[string, Subscription | null, Subscription, string | null]>([
    ['bought and paid', null, starter(), 'activated'],
    ['ordered, before the first charge', null, starter({ status: 'incomplete', everPaid: false }), null],
    ['first charge paid', starter({ status: 'incomplete', everPaid: false }), starter(), 'activated'],
    [
      'first charge declined',
      starter({ status: 'incomplete', everPaid: false }),
      starter({ status: 'incomplete_expired', everPaid: false }),
      null,
    ],
    ['a trial begins', null, aTrial(), 'trial_started'],
    ['a trial becomes a paid subscription', aTrial(), aTrial({ status: 'active', source: 'card' }), 'trial_converted'],
    ['a trial ends', aTrial(), aTrial(canceled), 'trial_ended'],
    ['a trial whose first charge fails', aTrial(), aTrial({ status: 'past_due', source: 'card' }), 'trial_ended'],
    ['a code is redeemed', null, starter(prepaid), 'prepaid_granted'],
    ['a code replaces it', starter(), starter(prepaid), 'prepaid_granted'],
    [
      'a code extends',
      starter(prepaid),
      starter({ ...prepaid, currentPeriodEnd: utc('2028-01-10') }),
      'prepaid_granted',
    ],
    ['a promotion', null, starter({ source: 'promotion', term: 'open_ended' }), 'promotion_granted'],
    ['another plan', starter(), starter({ planId: 'pln_drive_ultimate' }), 'changed'],
    ['more seats', starter(), starter({ quantity: 3 }), 'changed'],
    ['the next period', starter(), starter({ currentPeriodEnd: utc('2028-01-10') }), 'renewed'],
    ['a renewal fails', starter(), starter({ status: 'past_due' }), 'past_due'],
    ['the failed renewal is paid', starter({ status: 'past_due' }), starter(), 'paid'],
    ['the failed renewal is not paid', starter({ status: 'past_due' }), starter({ status: 'suspended' }), 'suspended'],
    ['paid after suspension', starter({ status: 'suspended' }), starter(), 'resumed'],
    ['canceled while suspended', starter({ status: 'suspended' }), starter(canceled), 'canceled'],
    ['canceled', starter(), starter(canceled), 'canceled'],
    ['the account is closed', starter(), starter({ ...canceled, endReason: 'account_closed' }), 'account_closed'],
    ['only the renewal is switched off', starter(), starter({ cancelAtPeriodEnd: true }), null],
    ['only a notice was mailed', starter(), starter({ noticedPeriodEnd: utc('2027-01-10') }), null],
  ])('%s', (_name, before, after, reason) => {
    const changes = outcome(holding(...(before ? [before] : [])), holding(after));
    expect(changes).toEqual(reason === null ? [] : [['drive', reason, after.id]]);
  });

  test('maintenance of a licence', () => {
    const licence = (expiresAt: number): BillingState =>
      aState({ subscriptions: [aLicence()], maintenance: [aPeriod({ expiresAt })] });
    const [change] = entitlementChanges(licence(utc('2027-01-10')), licence(utc('2028-01-10')), context);
    expect(change).toMatchObject({
      product: 'scope',
      reason: 'maintenance_extended',
      entitlements: [{ validUntil: null, maintenanceEnds: utc('2028-01-10') }],
    });
  });

  test('a renewal: valid until the last retry at first, and until the end of the period once paid', () => {
    const [old, next] = [utc('2026-01-10'), utc('2027-01-10')];
    const period = { currentPeriodStart: next, currentPeriodEnd: utc('2028-01-10') };
    const invoice = anInvoice({ subscriptionId: 'sub_1', reason: 'renewal', periodStart: next, status: 'open' });
    const before = holding(starter({ currentPeriodStart: old, currentPeriodEnd: next }));
    const begun = { ...holding(starter(period)), invoices: [invoice] };
    const paid = { ...holding(starter(period)), invoices: [{ ...invoice, status: 'paid' as const }] };
    expect(entitlementChanges(before, begun, context)).toMatchObject([
      { reason: 'renewed', entitlements: [{ validUntil: utc('2027-01-25') }] },
    ]);
    expect(entitlementChanges(begun, paid, context)).toMatchObject([
      { reason: 'paid', entitlements: [{ validUntil: utc('2028-01-10') }] },
    ]);
  });

  test('an unpaid change within a paid period takes nothing away', () => {
    const invoice = anInvoice({
      subscriptionId: 'sub_1',
      reason: 'change',
      periodStart: utc('2026-01-10'),
      status: 'open',
    });
    expect(outcome(holding(starter()), { ...holding(starter()), invoices: [invoice] })).toEqual([]);
  });

  test('no change, no message', () => {
    const state = holding(starter(), aLicence());
    expect(outcome(state, state)).toEqual([]);
    expect(outcome(state, holding(starter(), aLicence()))).toEqual([]);
  });

  test('two changes of one product in one decision are one message that names neither; another product gets its own', () => {
    const before = holding(aTrial(), aLicence());
    const after = holding(aTrial(canceled), starter(), aLicence({ quantity: 2 }));
    expect(outcome(before, after)).toEqual([
      ['drive', 'activated', null],
      ['scope', 'changed', 'sub_licence'],
    ]);
  });

  test('a message holds everything of its product, and nothing of another', () => {
    const after = holding(starter({ status: 'suspended' }), aTrial(), aLicence());
    const [change] = entitlementChanges(holding(starter(), aTrial(), aLicence()), after, context);
    expect(change?.entitlements.map(({ subscriptionId, entitled }) => [subscriptionId, entitled])).toEqual([
      ['sub_1', false],
      ['sub_trial', true],
    ]);
    expect(change).toMatchObject({ accountId: 'acc_1', at: context.now });
  });
});

describe('[BY-08] content of an entitlement', () => {
  test('the features of the plan, hidden ones too, and the included packages', () => {
    const catalogue = {
      ...context.catalogue,
      features: [aFeature({ key: 'ft_a' }), aFeature({ key: 'ft_b' })],
      planFeatures: [
        { planId: 'pln_drive_starter', featureKey: 'ft_b', position: 2, hidden: true },
        { planId: 'pln_drive_starter', featureKey: 'ft_a', position: 1, hidden: false },
      ],
      addOns: [aPackage({ id: 'pkg_with' }), aPackage({ id: 'pkg_extra' })],
      planAddOns: [
        { planId: 'pln_drive_starter', addOnId: 'pkg_with', included: true },
        { planId: 'pln_drive_starter', addOnId: 'pkg_extra', included: false },
      ],
    };
    const [held] = entitlementsOf(holding(starter()), { ...context, catalogue });
    expect(held).toMatchObject({ features: ['ft_a', 'ft_b'], addOns: ['pkg_with'], tierId: 'starter' });
  });

  test.each<[string, Partial<Subscription>, number | null]>([
    ['paid for', {}, utc('2027-01-10')],
    ['a trial', { status: 'trialing', trialEnd: utc('2026-01-24') }, utc('2026-01-24')],
    ['open-ended', { term: 'open_ended' }, null],
    ['a licence', { term: 'perpetual' }, null],
    // The new period is not paid: the last retry decides.
    ['a renewal that is being retried', { status: 'past_due' }, utc('2026-01-25')],
  ])('valid until: %s', (_name, overrides, until) => {
    expect(entitlementsOf(holding(starter(overrides)), context)[0]?.validUntil).toBe(until);
  });
});

describe('[BY-08] a statement for a lab without a network', () => {
  test('contains valid entitlements only, for ninety days', () => {
    const state = holding(starter({ status: 'suspended' }), aLicence());
    const statement = statementOf(state, { ...context, settings: defaultBillingSettings });
    expect(statement).toMatchObject({
      ok: true,
      value: {
        issuedAt: context.now,
        validUntil: utc('2026-05-02'),
        entitlements: [{ subscriptionId: 'sub_licence' }],
      },
    });
  });

  test.each([
    ['pending', 'NEEDS_REVIEW'],
    ['denied', 'EXPORT_DENIED'],
  ] as const)('[EX-01] with an export review %s there is none: %s', (exportStatus, type) => {
    const state = { ...holding(aLicence()), account: anAccount({ exportStatus }) };
    expect(statementOf(state, context)).toMatchObject({ ok: false, type });
  });
});
