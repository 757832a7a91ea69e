import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aMe, anAccount, aQuote, aSubscription } from '../../testing/builders.ts';
import { newClaims, orderReply, quoteIs } from '../../testing/drive-answers.ts';
import { answer, neverAnswers, offlineHandler, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { automotive, power, scopePlans, starter, tieredPlansAre, ultimate } from '../../testing/tiered-answers.ts';
// lazy parts of the page, loaded before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import './tiers.tsx';

const SCOPE = '/subscriptions/scope';
const all = tieredPlansAre(...scopePlans);
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const tierCard = async (name: string) =>
  (await screen.findByRole('heading', { name, level: 3 })).closest('article') as HTMLElement;
const offer = async (tier: string, interval: RegExp) =>
  within(await tierCard(tier)).getByRole<HTMLInputElement>('radio', { name: interval });
const scopeSubscription = aSubscription({
  id: 'sub_9',
  product: 'scope',
  plan: {
    ...aSubscription().plan,
    id: 'pln_scope_starter',
    intervalId: 'pln_scope_starter_yearly',
    displayName: 'Starter',
    storageDisplay: null,
  },
});
const one = answer('GET /api/subscription/subscriptions/:id', scopeSubscription);

describe('choose a plan', () => {
  test('[SP-01] three tiers to try free, packages for Professional only, features with how to install', async () => {
    const { user } = renderApp(SCOPE, { handlers: [all] });
    expect((await offer('Starter', /^Yearly.*Save 16%.*\$201\.60.*\/yr/)).checked).toBe(true);
    expect((await offer('Starter', /^Monthly.*\$20.*\/mo/)).checked).toBe(false);
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.getAllByText('Try Free')).toHaveLength(3);
    expect(radio(/Power/).disabled).toBe(true);
    expect(screen.getByText('Professional includes one. Ultimate includes both.')).toBeDefined();

    const features = within(screen.getByText('Starter includes').closest('section') as HTMLElement);
    expect(features.getAllByRole('listitem').map((item) => item.className)).toHaveLength(7); // five features, two steps
    expect(features.getByText('How to install')).toBeDefined();
    expect(features.getByText('Download it.')).toBeDefined();

    await user.click(await offer('Professional', /^Yearly/));
    expect(radio(/Power/).checked).toBe(true);
    await user.click(radio(/Automotive/));
    expect(radio(/Power/).checked).toBe(false);
    expect(location.hash).toBe(`#${SCOPE}?package=pln_scope_automotive_yearly`);

    await user.click(await offer('Ultimate', /^Yearly/));
    expect(screen.queryByRole('radio', { name: /Power/ })).toBeNull();
    expect(screen.getAllByText('Included', { selector: 'small' })).toHaveLength(2);
    await user.click(await offer('Ultimate', /^Monthly/));
    expect(location.hash).toBe(`#${SCOPE}?package=pln_scope_ultimate_monthly`);
    expect(screen.getByRole('link', { name: 'Choose plan' }).getAttribute('href')).toContain('step=review');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(location.hash).toBe(`#${SCOPE}`);
  });

  test.each([
    ['pln_scope_power', 'Professional', /^Yearly/],
    ['ultimate', 'Ultimate', /^Yearly/],
    ['pln_scope_starter_monthly', 'Starter', /^Monthly/],
    ['nonsense', 'Starter', /^Yearly/],
  ])('[SP-03] ?package=%s preselects %s', async (wanted, tier, interval) => {
    renderApp(`${SCOPE}?package=${wanted}`, { handlers: [all] });
    expect((await offer(tier, interval)).checked).toBe(true);
  });

  test('[SP-03] r=expired says so', async () => {
    renderApp(`${SCOPE}?r=expired`, { handlers: [all] });
    expect(
      await screen.findByText(
        'Your subscription has expired. Select a new subscription below to continue using this account.',
      ),
    ).toBeDefined();
  });

  test('[SP-06] every relation has its word', async () => {
    const trial = { isTierTrial: true, isProTrial: true, isCurrentTier: true, hasTrial: false };
    renderApp(`${SCOPE}?package=power`, {
      handlers: [
        tieredPlansAre(
          starter({ isCurrent: true, isCurrentTier: true }),
          power({ ...trial, isTrial: true, isCurrent: true }),
          automotive(trial),
          ultimate({ isPrepaid: true, isCurrent: true, isCurrentTier: true }),
        ),
      ],
    });
    const card = async (name: string) => (await tierCard(name)).textContent;
    expect(await card('Starter')).toContain('Current plan');
    expect(await card('Professional')).toContain('Trial');
    expect(await card('Ultimate')).toContain('Prepaid');
    expect(radio(/^Power/).closest('label')?.textContent).toContain('Trial');
    expect(radio(/^Automotive/).closest('label')?.textContent).toContain('Professional trial');
  });

  test('[SP-07] while loading: three plans and four packages', async () => {
    renderApp(SCOPE, { handlers: [neverAnswers('GET /api/subscription/v2/plans')] });
    const status = await screen.findByText('Loading plans…');
    const places = (kind: string) => status.parentElement?.querySelectorAll(`[data-placeholder=${kind}]`).length;
    expect([places('plan'), places('package')]).toEqual([3, 4]);
  });

  test('[SP-07] an id that is nobody’s', async () => {
    renderApp(`${SCOPE}/sub_gone`, {
      handlers: [
        refuse('GET /api/subscription/v2/plans', 'NOT_FOUND'),
        refuse('GET /api/subscription/subscriptions/:id', 'NOT_FOUND'),
      ],
    });
    expect(await screen.findByText('There was an error locating this subscription.')).toBeDefined();
    expect(await screen.findByText('Invalid Subscription ID')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('#/');
    expect(screen.queryByText('Choose a Plan')).toBeNull();
  });

  test('[SP-07] a subscription that does not load, then does', async () => {
    const { user } = renderApp(`${SCOPE}/sub_9`, {
      handlers: [all, offlineHandler('GET /api/subscription/subscriptions/:id')],
    });
    expect(await screen.findByText('There was an error loading this subscription.')).toBeDefined();
    server.use(one);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: /Starter/ })).toBeDefined();
  });

  test('[SP-07] plans that do not load can be asked for again', async () => {
    const { user } = renderApp(SCOPE, { handlers: [offlineHandler('GET /api/subscription/v2/plans')] });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(all);
    await user.click(again);
    expect(await tierCard('Ultimate')).toBeDefined();
  });

  test('[SP-03] with an id it is that one: the held offer is marked and no step forward, and no trial is offered', async () => {
    const held = { isCurrent: true, isCurrentTier: true };
    const { user } = renderApp(`${SCOPE}/sub_9`, {
      handlers: [tieredPlansAre(starter(held), power(), ultimate()), one],
    });
    const mine = within(await tierCard('Starter'));
    expect(mine.getByText('Current plan')).toBeDefined();
    expect(mine.getByText('Yearly')).toBeDefined();
    expect(mine.queryByRole('radio', { name: /^Yearly/ })).toBeNull();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect(screen.queryByText('Try Free')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
    await user.click(await offer('Ultimate', /^Yearly/));
    expect((await offer('Ultimate', /^Yearly/)).checked).toBe(true);
    expect(screen.getByText(/You pay the difference today/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Choose plan' })).toBeDefined();
  });

  test.each([
    ['Ultimate, yearly', 'pln_scope_ultimate'],
    ['a promotion of Ultimate', 'pln_scope_ultimatepromotional'],
  ])('[SP-03] Manage on %s opens with that plan, not with the first one', async (_title, id) => {
    const plan = { ...scopeSubscription.plan, id, intervalId: `${id}_yearly` };
    const forFree = { id: 'pln_scope_ultimatepromotional', regularId: 'pln_scope_ultimate', billingCycles: [] };
    const all = tieredPlansAre(...scopePlans, ultimate(forFree));
    const ultimateHeld = answer('GET /api/subscription/subscriptions/:id', { ...scopeSubscription, plan });
    renderApp(`${SCOPE}/sub_9`, { handlers: [all, ultimateHeld] });
    expect(await screen.findByText('Ultimate includes')).toBeDefined();
    expect((await offer('Starter', /^Yearly/)).checked).toBe(false);
  });

  // decision 103
  test('[SP-03] Manage on a legacy plan names it as the current one, and selects the first visible plan', async () => {
    const plan = {
      ...scopeSubscription.plan,
      id: 'pln_scope_base',
      intervalId: 'pln_scope_base_yearly',
      displayName: 'Base',
    };
    const own = { id: plan.id, regularId: plan.id, displayName: 'Base' };
    const base = { ...starter(own), isLegacy: true, active: false };
    const held = answer('GET /api/subscription/subscriptions/:id', { ...scopeSubscription, plan, isLegacy: true });
    renderApp(`${SCOPE}/sub_9`, { handlers: [tieredPlansAre(base, ...scopePlans), held] });
    expect(await screen.findByRole('region', { name: /Base/ })).toBeDefined();
    expect((await offer('Starter', /^Yearly/)).checked).toBe(true);
    expect(screen.queryByRole('article', { name: /Base/ })).toBeNull();
  });

  test('a prepaid one is not changed here', async () => {
    const prepaid = answer('GET /api/subscription/subscriptions/:id', {
      ...scopeSubscription,
      isPrepaid: true,
      renewable: false,
    });
    renderApp(`${SCOPE}/sub_9`, { handlers: [all, prepaid] });
    expect(await screen.findByText("A prepaid plan can't be changed here")).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

describe('review', () => {
  test('[SP-02] a downgrade says which packages and features go, before anything is confirmed', async () => {
    const had = {
      ...scopeSubscription,
      plan: { ...scopeSubscription.plan, id: 'pln_scope_power', intervalId: 'pln_scope_power_yearly' },
    };
    renderApp(`${SCOPE}/sub_9?package=pln_scope_starter_yearly&step=review`, {
      handlers: [
        tieredPlansAre(starter({ featureList1: [] }), power({ isCurrent: true })),
        answer('GET /api/subscription/subscriptions/:id', had),
        quoteIs(),
      ],
    });
    const notice = (await screen.findByText("You'll get less than you have now")).parentElement as HTMLElement;
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Packages you lose: Power', 'Features you lose: Waveform viewer']);
  });

  const REVIEW = `${SCOPE}?package=pln_scope_power_yearly&step=review`;
  const quotes = (asked: unknown[]) =>
    answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
      const order = (await request.json()) as { trial?: boolean };
      asked.push(order);
      return aQuote(order.trial ? { amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] } : {});
    });

  test('[SP-02] the trial is chosen, paying is one press away', async () => {
    const asked: unknown[] = [];
    const { user } = renderApp(REVIEW, { handlers: [all, quotes(asked)] });
    expect(await screen.findByRole('button', { name: 'Start 30-Day Trial' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Estimated cost' })).toBeDefined();
    await user.click(radio(/Pay now/));
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
    expect(asked).toEqual([
      { id: 'pln_scope_power', interval: 'yearly', trial: true },
      { id: 'pln_scope_power', interval: 'yearly' },
    ]);
  });

  test('[SP-02] [EX-01] a trial that is screened needs the address: the button leads to it', async () => {
    const withoutAddress = answer('GET /api/auth/me', aMe({ user: { address: null } }));
    renderApp(REVIEW, { handlers: [all, quotes([]), withoutAddress] });
    expect(await screen.findByRole('link', { name: 'Add address to continue' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Start 30-Day Trial' })).toBeNull();
  });

  test('[SP-02] without a trial nothing is asked, and nothing due is Subscribe', async () => {
    renderApp(REVIEW, {
      handlers: [tieredPlansAre(power({ hasTrial: false })), quoteIs(aQuote({ amountDueCents: 0 }))],
    });
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
  });

  test('[SP-04] onboarding without a confirmation address: a page of our own, and back is no second order', async () => {
    const trial = { ...scopeSubscription, id: 'sub_7', isTrial: true, renews: false, expiry: '2026-02-09T00:00:00Z' };
    const { user } = renderApp(`${REVIEW}&r=newuser`, {
      handlers: [
        all,
        quotes([]),
        newClaims,
        answer('POST /api/subscription/subscriptions', { ...orderReply, id: 'sub_7', receipt: null }),
        answer('GET /api/subscription/subscriptions/:id', trial),
      ],
    });
    const start = await screen.findByRole('button', { name: 'Start 30-Day Trial' });
    await waitFor(() => expect(start.hasAttribute('disabled')).toBe(false));
    await user.click(start);
    expect(await screen.findByText('Your trial of Starter has started')).toBeDefined();
    expect(screen.getByText(/does not auto-renew/).textContent).toContain('Feb 9, 2026');
    expect(screen.getByRole('link', { name: 'Install Scope' }).getAttribute('href')).toContain('scope.arcwave.example');
    expect(screen.queryByText(/The install page opens/)).toBeNull();
    expect(location.hash).toBe(`#${SCOPE}/sub_7?step=done`);
  });

  test('[EX-01] under review there is nothing to install yet', async () => {
    renderApp(`${SCOPE}/sub_9?step=done`, {
      handlers: [one, answer('GET /api/auth/me', aMe({ user: { exportPending: true } }))],
    });
    expect(await screen.findByText('Account Pending')).toBeDefined();
    expect(await screen.findByText('Starter is yours')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Install/ })).toBeNull();
  });

  test('[EX-01] nor after the review said no', async () => {
    renderApp(`${SCOPE}/sub_9?step=done`, {
      handlers: [one, answer('GET /api/auth/me', aMe({ user: { exportDenied: true } }))],
    });
    expect(await screen.findByText('Starter is yours')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Account Pending')).toBeNull());
    expect(screen.queryByRole('link', { name: /Install/ })).toBeNull();
  });

  test.each([
    ['NEEDS_REVIEW', 'Account Pending'],
    ['EXPORT_DENIED', "This product isn't available for your account"],
    ['NOT_FOUND', 'There was an error processing your transaction.'],
    ['PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
    ['SUBSCRIPTION_LIMIT', "You've reached the limit for this plan"],
    ['INVALID_PLAN', 'There was an error creating your subscription.'],
  ] as const)('[SU-08] %s: %s', async (type, words) => {
    const { user } = renderApp(`${REVIEW}&pay=now`, {
      handlers: [all, quoteIs(), refuse('POST /api/subscription/subscriptions', type)],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  test.each(['NEEDS_REVIEW', 'EXPORT_DENIED'] as const)('[SU-08] [EX-01] %s names the export contact', async (type) => {
    const { user } = renderApp(`${REVIEW}&pay=now`, {
      handlers: [all, quoteIs(), refuse('POST /api/subscription/subscriptions', type)],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    const link = within(await screen.findByRole('alert')).getByRole('link', { name: 'Contact support' });
    expect(link.getAttribute('href')).toBe('mailto:export@arcwave.example');
  });

  test('[SP-04] without an address: to the address page, and back to this very review', async () => {
    const { user } = renderApp(`${REVIEW}&pay=now`, {
      handlers: [all, quoteIs(), refuse('POST /api/subscription/subscriptions', 'MISSING_ADDRESS')],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await waitFor(() => expect(location.hash).toContain('#/address'));
    expect(new URLSearchParams(location.hash.split('?')[1]).get('returnPath')).toBe(`${REVIEW}&pay=now`);
  });

  test("[SP-04] [PM-05] a newcomer's trial without an address: the address leads back to it, past the card", async () => {
    const review = `${REVIEW}&r=newuser`;
    const { user } = renderApp(review, {
      handlers: [all, quoteIs(), refuse('POST /api/subscription/subscriptions', 'MISSING_ADDRESS')],
    });
    await user.click(await screen.findByRole('button', { name: 'Start 30-Day Trial' }));
    await waitFor(() => expect(location.hash).toContain('#/address'));
    const asked = new URLSearchParams(location.hash.split('?')[1]);
    expect([asked.get('r'), asked.get('next')]).toEqual(['newuser', 'review']);
    expect(new URLSearchParams(asked.get('returnPath')?.split('?')[1]).get('step')).toBe('review');
  });

  test('[LG-02] the card of a legacy plan that renews says that its help has ended', async () => {
    const legacy = { ...scopeSubscription, isLegacy: true };
    renderApp(`${SCOPE}/sub_9`, {
      handlers: [all, answer('GET /api/subscription/subscriptions/:id', legacy)],
    });
    expect(await screen.findByText(/^Renews/)).toBeDefined();
    expect(screen.getByText(/no updates, no fixes and no help for it any more/)).toBeDefined();
  });

  test('[SP-03] a change is a change: PATCH of that one, then home', async () => {
    const { user } = renderApp(`${SCOPE}/sub_9?package=pln_scope_ultimate_yearly&step=review`, {
      handlers: [
        all,
        one,
        quoteIs(),
        newClaims,
        answer('PATCH /api/subscription/subscriptions/:id', ({ params }) => ({ ...orderReply, id: String(params.id) })),
        answer('GET /api/subscription/subscriptions', {
          subscriptions: [scopeSubscription],
          data: { subscriptions: [scopeSubscription] },
        }),
        answer('GET /api/account/me', anAccount()),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await waitFor(() => expect(location.hash).toBe('#/'));
  });
});
