import { expect, test } from 'vitest';
import { aConfig, aFamily } from '../../testing/a-config.ts';
import { aCard, aMe, anAccount, anAddress, aSubscription } from '../../testing/builders.ts';
import { familiesOf, productCards } from './product-cards.ts';
import { quickActions } from './quick-actions.ts';
import { subscriptionRow } from './subscription-row.ts';
import { firstNameOf, nextPaymentOf } from './welcome-facts.ts';

test.each([
  [{ address: anAddress({ firstName: 'Augusta' }), firstName: 'Ada' }, 'Augusta'],
  [{ address: anAddress({ firstName: ' ' }), firstName: 'Ada' }, 'Ada'],
  [{ address: null, firstName: 'Ada' }, 'Ada'],
  [{ address: null, firstName: '' }, null],
])('[HO-01] the name of the welcome, case %#', (user, name) => {
  expect(firstNameOf(aMe({ user }))).toBe(name);
});

test.each([
  [{}, { cents: 32462, date: '2027-01-10T00:00:00Z' }],
  [{ nextPayment: null }, null],
  [{ nextPayment: { total: 0, processedDate: '2027-01-10T00:00:00Z' } }, { cents: 0, date: '2027-01-10T00:00:00Z' }],
  [
    {
      laterPayments: [
        { total: 54558, processedDate: '2027-01-10T17:30:00Z', description: 'Ultimate' },
        { total: 999, processedDate: '2027-01-11T00:00:00Z', description: 'Individual' },
      ],
    },
    { cents: 87020, date: '2027-01-10T00:00:00Z' },
  ],
])('[PY-03] the next payment is the sum of its day, case %#', (account, expected) => {
  expect(nextPaymentOf(anAccount(account))).toEqual(expected);
});

const end = '2027-01-10T00:00:00Z';
const now = '2026-11-10T00:00:00Z';

test.each([
  ['yearly', {}, { kind: 'yearly' }, { kind: 'renews', date: end, cents: 32462 }, 'manage'],
  [
    'yearly, which a discount makes cost nothing',
    { renewalCents: 0 },
    { kind: 'yearly' },
    { kind: 'renews', date: end, cents: null },
    'manage',
  ],
  ['renewal off', { renews: false }, { kind: 'yearly' }, { kind: 'ends', date: end }, 'manage'],
  [
    'downgraded for later',
    {
      pendingChange: {
        planId: 'pln_drive_free',
        planName: 'Basic',
        interval: 'free',
        customBilling: false,
        applyAt: end,
        trialId: null,
      },
    },
    { kind: 'yearly' },
    { kind: 'changes', date: end, to: 'Basic' },
    'manage',
  ],
  ['without end', { type: 'Free', noExpiry: true, renews: false }, { kind: 'free' }, { kind: 'never-ends' }, 'manage'],
  ['one-time offer', { oneTimeOffer: true, expiry: null }, { kind: 'free' }, { kind: 'never-ends' }, 'manage'],
  [
    'portal promotion',
    { isPromo: true, oneTimeOffer: true, expiry: null },
    { kind: 'free' },
    { kind: 'never-ends' },
    'manage',
  ],
  ['promotion', { isPromo: true, renews: false }, { kind: 'free' }, { kind: 'ends', date: end }, 'manage'],
  [
    'prepaid',
    { isPrepaid: true, prepaidDisplayCode: '7KQ2', renews: false },
    { kind: 'prepaid' },
    { kind: 'ends', date: end },
    'view',
  ],
  [
    'trial',
    { isTrial: true, trialDaysLeft: 9, renewalCents: null },
    { kind: 'trial', daysLeft: 9 },
    { kind: 'renews', date: end, cents: null },
    'manage',
  ],
  ['legacy', { isLegacy: true, renews: false }, { kind: 'legacy' }, { kind: 'ends', date: end }, 'manage'],
  [
    'perpetual',
    { isPerpetual: true, noExpiry: true, maintenanceEnds: end },
    { kind: 'perpetual' },
    { kind: 'maintenance', date: end },
    'extend',
  ],
  [
    'perpetual, no longer maintained',
    { isPerpetual: true, noExpiry: true, maintenanceEnds: now },
    { kind: 'perpetual' },
    { kind: 'maintenance-ended', date: now },
    'extend',
  ],
  ['past due', { status: 'past_due' }, { kind: 'overdue' }, { kind: 'unpaid' }, 'manage'],
  [
    'past due, never paid (D14)',
    { status: 'past_due', entitled: false },
    { kind: 'overdue' },
    { kind: 'paused' },
    'manage',
  ],
  ['suspended', { status: 'suspended' }, { kind: 'overdue' }, { kind: 'paused' }, 'manage'],
] as const)('[HO-06] a %s subscription as a row', (_, facts, badge, date, action) => {
  const row = subscriptionRow(aSubscription(facts as never), now);
  expect(row).toMatchObject({ badge, date, action: { kind: action } });
});

test.each([
  ['canceled by the customer', { renews: false, cancelAtPeriodEnd: true }, true],
  ['without a card to renew with', { renews: false }, false],
  ['canceled and unpaid', { status: 'past_due', renews: false, cancelAtPeriodEnd: true }, false],
  ['renewing', {}, false],
] as const)('[HO-06] a subscription that is %s: whether its row calls it canceled', (_, facts, isCanceled) => {
  expect(subscriptionRow(aSubscription(facts), now).isCanceled).toBe(isCanceled);
});

const aFamilyOf = (key: string) => {
  const family = aConfig().families.find((one) => one.key === key);
  if (!family) throw new Error(`the test configuration has no family ${key}`);
  return family;
};
const configWith = (changed: ReturnType<typeof aFamily>) => {
  const config = aConfig();
  return { ...config, families: config.families.map((family) => (family.key === changed.key ? changed : family)) };
};

const cards = (facts: Partial<Parameters<typeof productCards>[0]> = {}) =>
  productCards({
    config: aConfig(),
    claims: { drive: {}, tron: {} },
    subscriptions: [],
    user: undefined,
    now,
    ...facts,
  });

test('[HO-08] no subscription: no rows, Subscribe and Learn More', () => {
  expect(cards()).toMatchObject([
    {
      family: { key: 'scope' },
      rows: [],
      offer: { kind: 'subscribe', to: '/subscriptions/scope' },
      launch: null,
      learnMore: 'https://arcwave.example/scope',
    },
    {
      family: { key: 'drive' },
      rows: [],
      offer: { kind: 'subscribe', to: '/subscriptions/drive' },
      launch: null,
      learnMore: 'https://arcwave.example/drive',
    },
  ]);
});

test('[HO-06] a current drive subscription can be launched and not bought again', () => {
  expect(cards({ subscriptions: [aSubscription()] })[1]).toMatchObject({
    offer: null,
    launch: 'https://drive.arcwave.example/',
    learnMore: null,
  });
});

test.each(['past_due', 'suspended'] as const)(
  '[HO-06] [F1] a drive subscription that is paused until it is paid is not launched: %s',
  (status) => {
    expect(cards({ subscriptions: [aSubscription({ status, entitled: false })] })[1]).toMatchObject({
      rows: [{ date: { kind: 'paused' } }],
      offer: null,
      launch: null,
      learnMore: 'https://arcwave.example/drive',
    });
  },
);

test('[HO-07] a scope account may add another one', () => {
  expect(cards({ subscriptions: [aSubscription({ product: 'scope' })] })[0]).toMatchObject({
    offer: { kind: 'add' },
    learnMore: null,
    more: { entries: aFamilyOf('scope').menu, review: null },
  });
});

const scopeHeld = [aSubscription({ product: 'scope' })];

test('[HO-07] without addresses of the brand there is no More menu, and Learn More stays', () => {
  const bare = configWith({ ...aFamilyOf('scope'), menu: [] });
  expect(cards({ config: bare, subscriptions: scopeHeld })[0]).toMatchObject({
    more: null,
    learnMore: 'https://arcwave.example/scope',
  });
});

test.each([
  ['pending', { exportPending: true, exportDenied: false }],
  ['denied', { exportPending: false, exportDenied: true }],
] as const)(
  '[HO-09] a %s export review withdraws the scope claim: the menu stays, nothing is offered',
  (review, user) => {
    expect(cards({ claims: { drive: {} }, subscriptions: scopeHeld, user })[0]).toMatchObject({
      rows: [{ id: 'sub_1' }],
      offer: null,
      more: { review },
      learnMore: null,
    });
  },
);

test('[HO-09] no scope claim and no review: the subscriptions and Learn More, no menu', () => {
  expect(cards({ claims: {}, subscriptions: scopeHeld })[0]).toMatchObject({
    offer: null,
    more: null,
    learnMore: 'https://arcwave.example/scope',
  });
});

test('[HO-07] no subscription: no menu, even under review', () => {
  expect(cards({ user: { exportPending: true, exportDenied: false } })[0]?.more).toBeNull();
});

test('[HO-06] launch needs the address of the brand', () => {
  const bare = configWith({ ...aFamilyOf('drive'), app: null });
  expect(cards({ config: bare, subscriptions: [aSubscription()] })[1]).toMatchObject({
    launch: null,
    learnMore: 'https://arcwave.example/drive',
  });
});

test('[HO-09] without its claim a card shows the subscriptions and Learn More', () => {
  const [scope, drive] = cards({ claims: {}, subscriptions: [aSubscription()] });
  expect(scope).toMatchObject({ rows: [], offer: null, learnMore: 'https://arcwave.example/scope' });
  expect(drive).toMatchObject({
    rows: [{ id: 'sub_1' }],
    offer: null,
    launch: null,
    learnMore: 'https://arcwave.example/drive',
  });
});

test("a brand's own product comes first", () => {
  const config = aConfig();
  const brand = { ...config.brand, products: ['drive', 'scope', 'iot'] };
  expect(cards({ config: { ...config, brand } }).map((card) => card.family.key)).toEqual(['drive', 'scope']);
});

test('a fourth family has a card by its kind, or a quick action if it is metered', () => {
  const config = aConfig();
  const families = [
    ...config.families,
    aFamily({ key: 'vault', name: 'Vault', learnMore: 'https://arcwave.example/vault' }),
    aFamily({ key: 'pulse', name: 'Pulse', kind: 'metered' }),
  ];
  const brand = { ...config.brand, products: ['scope', 'vault', 'iot', 'pulse'] };
  const shown = { ...config, brand, families };
  expect(cards({ config: shown, claims: {} })[1]).toMatchObject({
    family: { name: 'Vault' },
    offer: { kind: 'subscribe', to: '/subscriptions/vault' },
    learnMore: 'https://arcwave.example/vault',
  });
  expect(quickActions(aMe(), anAccount(), familiesOf(shown)).slice(0, 2)).toMatchObject([
    { kind: 'metered', name: 'IoT', to: '/subscriptions/iot' },
    { kind: 'metered', name: 'Pulse', to: '/subscriptions/pulse' },
  ]);
});

test('[HO-04] the quick actions; the card only when it may be changed', () => {
  const kinds = (may: boolean) =>
    quickActions(aMe(), anAccount({ canAddPaymentMethod: may }), [aFamilyOf('drive'), aFamilyOf('iot')]).map(
      (one) => one.kind,
    );
  expect(kinds(true)).toEqual(['metered', 'redeem', 'card', 'address', 'payments']);
  expect(kinds(false)).toEqual(['metered', 'redeem', 'address', 'payments']);
});

test('[HO-04] the card leads back to Home, the address says where', () => {
  const actions = quickActions(aMe(), anAccount(), [aFamilyOf('drive')]);
  expect(actions).toContainEqual({ kind: 'card', to: '/payments/method?returnPath=%2F', card: aCard() });
  expect(actions).toContainEqual({ kind: 'address', to: '/address', place: 'Boston, MA' });
});
