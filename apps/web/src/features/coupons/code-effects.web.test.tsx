import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { aCoupon, anEffect, anExchange, anIotExchange, couponsAre } from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

type Effect = Parameters<typeof anEffect>[0];

const handlersFor = (effect: Effect) => {
  const coupon = aCoupon({ effect: anEffect({ action: 'replaces', ...effect }) });
  return [couponsAre({ code: () => coupon, other: () => coupon })];
};

const check = async (effect: Effect, typed = 'code') => {
  const { user } = renderApp('/codes/redeem', { handlers: handlersFor(effect) });
  await user.click(await screen.findByLabelText('Prepaid Code'));
  await user.paste(typed);
  await user.click(screen.getByRole('button', { name: /^Check code/ }));
};

test.each([
  [
    'a trial alone',
    { replaces: null, endsTrial: { name: 'Pro', until: '2026-02-01T00:00:00Z', continues: false } },
    ['You get Starter today.', 'Your trial of Pro ends today and not on Feb 1, 2026.'],
  ],
  [
    'a trial that was to go on, over a plan',
    {
      replaces: { name: 'Individual' },
      endsTrial: { name: 'Pro', until: '2026-02-01T00:00:00Z', continues: true },
    },
    [
      'Prepaid Starter replaces your Individual today.',
      "Your trial of Pro ends today. It doesn't go on as the paid plan you agreed to, and nothing is charged for it.",
    ],
  ],
  [
    'a promotion',
    { replaces: { name: 'Pro' }, freeTime: { until: '2027-01-22T00:00:00Z', months: 12, days: 377 } },
    [
      'Prepaid Starter replaces your Pro today.',
      'Pro is free until Jan 22, 2027, 12 months from now. You give that up: it ends today and gives no credit.',
    ],
  ],
  [
    'its last days',
    { replaces: { name: 'Pro' }, freeTime: { until: '2026-01-11T00:00:00Z', months: 0, days: 1 } },
    [
      'Prepaid Starter replaces your Pro today.',
      'Pro is free until Jan 11, 2026, 1 day from now. You give that up: it ends today and gives no credit.',
    ],
  ],
  [
    'a promotion for good',
    { replaces: { name: 'Portal' }, freeTime: { until: null, months: 0, days: 0 } },
    [
      'Prepaid Starter replaces your Portal today.',
      'Portal is free for good. That ends today, and a promotion can be claimed only once.',
    ],
  ],
])('[CD-01] what ends is said before it is confirmed: %s', async (_what, effect, lines) => {
  await check(effect);
  await screen.findByRole('heading', { name: 'What it does' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...lines,
    'It ends on Jan 10, 2027 and does not renew.',
  ]);
});

test('[CD-01] [DR-07] over a bigger plan: the list of what there will be less of, before Redeem', async () => {
  await check({ replaces: { name: 'Ultimate' }, exchange: anExchange() });
  expect(await screen.findByRole('heading', { name: "You'll get less than you have now" })).toBeDefined();
  expect(screen.getByText('Storage: 50 GB instead of 1 TB')).toBeDefined();
  expect(screen.getByText('Device Access Keys: 5 instead of 100')).toBeDefined();
  expect(screen.getByText('Sharing: no longer Unlimited Contributors')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', false);
});

test('[CD-01] [IO-01] over a bigger IoT plan: which features go, before Redeem', async () => {
  await check({ replaces: { name: 'Individual' }, exchange: anIotExchange() });
  expect(await screen.findByRole('heading', { name: "You'll get less than you have now" })).toBeDefined();
  expect(screen.getByText('Features you lose: 25 devices, 1 year of history')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', false);
});

test('[CD-01] [DR-07] of several codes each line has the list', async () => {
  await check({ replaces: { name: 'Ultimate' }, exchange: anExchange() }, 'code\nother\n');
  await screen.findByRole('heading', { name: '2 of 2 codes can be redeemed' });
  await waitFor(() => expect(screen.getAllByText('Storage: 50 GB instead of 1 TB')).toHaveLength(2));
});

/** A code for a perpetual license, beside a paid plan of its tier and one of another. */
const checkLicence = async (typed: string, isKnown = Promise.resolve()) => {
  const coupon = aCoupon({
    product: 'scope',
    planWithContext: 'Scope Ultimate',
    tierName: 'Ultimate',
    planTier: 'ultimate',
    isPerpetual: true,
    effect: anEffect({ action: 'new', until: null }),
  });
  const held = aSubscription();
  const yearly = (tierName: string, cents: number | null) =>
    aSubscription({
      id: `sub_${tierName}`,
      product: 'scope',
      plan: { ...held.plan, tierName, displayName: tierName },
      renews: true,
      renewalCents: cents,
      currentPeriodEnd: '2026-11-26T00:00:00Z',
    });
  const subscriptions = [yearly('Starter', 20_000), yearly('Ultimate', 54_558)];
  const { user } = renderApp('/codes/redeem', {
    handlers: [
      couponsAre({ code: () => coupon, other: () => aCoupon({ id: 'other' }) }),
      answer('GET /api/subscription/subscriptions', async () => {
        await isKnown;
        return { subscriptions, data: { subscriptions } };
      }),
    ],
  });
  await user.click(await screen.findByLabelText('Prepaid Code'));
  await user.paste(typed);
  await user.click(screen.getByRole('button', { name: /^Check code/ }));
};

test.each([
  ['of one code', 'code', 'Redeem'],
  ['of several codes, in the line of its code', 'code\nother', 'Redeem 2 codes'],
])(
  '[CD-01] a perpetual license beside a paid plan of its tier says that the plan still renews, with its price: %s',
  async (_what, typed, redeem) => {
    await checkLicence(typed);
    const still = await screen.findByText(/^You also pay for/);
    expect(still.textContent).toBe(
      "You also pay for Scope Ultimate: it renews on Nov 26, 2026 for $545.58. Turn off auto-renew if you don't need both",
    );
    expect(screen.getByRole('link', { name: /^Turn off auto-renew/ }).getAttribute('href')).toBe(
      '#/subscriptions/scope/sub_Ultimate',
    );
    await waitFor(() => expect(screen.getByRole('button', { name: redeem })).toHaveProperty('disabled', false));
  },
);

test.each([
  ['of one code', 'code'],
  ['of several codes', 'code\nother'],
])('[CD-01] a code for a plan beside a perpetual license says that the license stays: %s', async (_what, typed) => {
  const coupon = aCoupon({ product: 'scope', planWithContext: 'Scope Starter', effect: anEffect({ action: 'new' }) });
  const { plan } = aSubscription();
  const licence = aSubscription({
    product: 'scope',
    isPerpetual: true,
    renews: false,
    plan: { ...plan, displayName: 'Ultimate', tierName: 'Ultimate' },
  });
  const { user } = renderApp('/codes/redeem', {
    handlers: [couponsAre({ code: () => coupon, other: () => aCoupon({ id: 'other' }) }), subscriptionsAre(licence)],
  });
  await user.click(await screen.findByLabelText('Prepaid Code'));
  await user.paste(typed);
  await user.click(screen.getByRole('button', { name: /^Check code/ }));
  const line = (await screen.findByText('You own Scope Ultimate for good')).closest('li');
  expect(line?.textContent).toBe(
    "You own Scope Ultimate for good. The code adds Starter beside your license and doesn't change it.",
  );
});

test.each([
  ['yearly', 'Prepaid Starter replaces your yearly Starter today.'],
  ['monthly', 'Prepaid Starter replaces your monthly Starter today.'],
] as const)('[CD-01] a code for the plan that is held, paid %s, says how each is paid', async (interval, words) => {
  const held = aSubscription();
  const effect = anEffect({ action: 'replaces', replaces: { name: 'Starter' }, subscriptionId: held.id });
  const { user } = renderApp('/', {
    handlers: [
      couponsAre({ code: () => aCoupon({ effect }) }),
      subscriptionsAre({ ...held, plan: { ...held.plan, interval } }),
    ],
  });
  await user.click(await screen.findByRole('link', { name: /Redeem code/ }));
  await user.type(await screen.findByLabelText('Prepaid Code'), 'code');
  await user.click(screen.getByRole('button', { name: 'Check code' }));
  expect(await screen.findByText(words)).toBeDefined();
});

test('[CD-01] several codes are not redeemed before the plans that renew beside a license are known', async () => {
  const known = Promise.withResolvers<void>();
  await checkLicence('code\nother', known.promise);
  await waitFor(() => expect(screen.getAllByText('Ready')).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Redeem 2 codes' })).toHaveProperty('disabled', true);
  known.resolve();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Redeem 2 codes' })).toHaveProperty('disabled', false));
  expect(screen.getByText(/^You also pay for/)).toBeDefined();
});
