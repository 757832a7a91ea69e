import type { Subscription } from '@foyer/contract/api/shapes';
import { screen, waitFor, within } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { describe, expect, test } from 'vitest';
import { anAccount, aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, orderReply, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { IOT, iotIndividual, openIot, plansOfHolder } from '../../testing/iot-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const bill = { total: 32_462, wholePeriod: true, credit: 0, creditAdded: 0, amountDueCents: 32_462 };
const free = { ...aSubscription().plan, amount: 0 };

test.each([
  ['the card pays it', { renewalBill: bill }, 'Renews Jan 10, 2027 for $324.62 including tax'],
  [
    'credit pays all of it',
    { renewalBill: { ...bill, credit: 32_462, amountDueCents: 0 } },
    'Renews Jan 10, 2027 for $324.62 including tax · Your account credit pays all of it.',
  ],
  [
    'credit pays a part of it',
    { renewalBill: { ...bill, credit: 2462, amountDueCents: 30_000 } },
    'Renews Jan 10, 2027 for $324.62 including tax · $24.62 of it comes from your account credit.',
  ],
  [
    'a small amount from before comes with it',
    { renewalBill: { ...bill, credit: -30, amountDueCents: 32_492 } },
    'including tax · With your previous balance, $324.92 is charged.',
  ],
  ['it lies too far ahead to say who pays', { renewalBill: null }, 'Renews Jan 10, 2027 for $324.62 including tax'],
  [
    'a trial gives more back than it costs (S7)',
    { isTrial: true, renewalCents: 0, renewalBill: { ...bill, total: -5000, creditAdded: 5000, amountDueCents: 0 } },
    'Renews Jan 10, 2027. Nothing is charged then.',
  ],
  [
    'it lies too far ahead to say why nothing is charged',
    { renewalCents: 0, renewalBill: null },
    'Renews Jan 10, 2027. Nothing is charged then.',
  ],
  ['it is not known', { renewalCents: null }, 'Renews Jan 10, 2027'],
  ['it is free', { plan: free, renewalCents: null }, 'Renews Jan 10, 2027, free'],
])('[DR-02] what is charged at the end of the period, and by whom it is paid: %s', async (_title, facts, text) => {
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(facts))] });
  const plan = within(await screen.findByRole('region', { name: /^Starter/ }));
  expect(plan.getByText(/Renews/).textContent).toMatch(new RegExp(`${text.replaceAll(/[.$·]/g, '\\$&')}$`));
});

test('[DR-02] a change whose invoice is 0 names no amount', async () => {
  const pendingChange = {
    planId: 'pln_drive_pro',
    planName: 'Pro',
    interval: 'yearly',
    customBilling: false,
    applyAt: '2027-01-10T00:00:00Z',
    trialId: null,
  } as const;
  const facts = { pendingChange, renewalCents: 0, renewalBill: { ...bill, total: 0, amountDueCents: 0 } };
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(facts))] });
  const line = await screen.findByText(/Changes to/);
  expect(line.textContent).toMatch(/Changes to Pro, yearly on Jan 10, 2027\. Nothing is charged then\.$/);
});

describe('[SU-05] a trial that prepaid time outlasts', () => {
  const overPrepaid = { isTrial: true, trialDaysLeft: 9, renews: false, renewable: false, renewalCents: null };
  const PATCH = 'PATCH /api/subscription/subscriptions/:id';

  test('says what follows; there is nothing to switch on', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(overPrepaid))] });
    expect((await screen.findByText(/Trial ends/)).textContent).toMatch(
      /Trial ends Jan 10, 2027\. Your prepaid plan continues, and nothing is charged then\.$/,
    );
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('agreed to go on, it can be switched off for good', async () => {
    const sent: unknown[] = [];
    let transitionAtEnd = true;
    const list = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ ...overPrepaid, transitionAtEnd })];
      return { subscriptions, data: { subscriptions } };
    });
    const change = answer(PATCH, async ({ request }) => {
      sent.push(await request.json());
      transitionAtEnd = false;
      return { ...orderReply, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, change] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew', checked: true }));
    await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
    expect(sent).toEqual([{ transitionAtEnd: false }]);
    expect(screen.getByText(/Your prepaid plan continues/)).toBeDefined();
    await waitFor(() => expect(document.activeElement?.id).toBe('current-plan'));
  });

  test('switched on in a tab from before: the reason is said', async () => {
    const before = aSubscription({ ...overPrepaid, renewable: true });
    const { user } = renderApp(DRIVE, { handlers: [all, subscriptionsAre(before), refuse(PATCH, 'NOT_RENEWABLE')] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew', checked: false }));
    expect(await screen.findByText('There is no renewal to switch on. Nothing was changed.')).toBeDefined();
  });
});

describe('[SU-05] agreed to go on, with nobody to charge', () => {
  const PATCH = 'PATCH /api/subscription/subscriptions/:id';
  const agreed = { renews: false, renewalCents: null, transitionAtEnd: true };
  const trial = { ...agreed, isTrial: true, trialDaysLeft: 9 };
  const account = (canAddPaymentMethod: boolean) =>
    answer('GET /api/account/me', anAccount({ paymentMethod: null, canAddPaymentMethod }));

  test.each([
    ['a trial', trial, 'Trial ends Jan 10, 2027. Nothing is charged for it.'],
    ['a promotion', { ...agreed, isPromo: true, plan: free }, 'Ends Jan 10, 2027. Nothing is charged then.'],
  ])('%s says what is missing and leads there; it is switched off like any other', async (_title, facts, text) => {
    const sent: unknown[] = [];
    let transitionAtEnd = true;
    const list = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ ...facts, transitionAtEnd })];
      return { subscriptions, data: { subscriptions } };
    });
    const change = answer(PATCH, async ({ request }) => {
      sent.push(await request.json());
      transitionAtEnd = false;
      return { ...orderReply, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, change, account(true)] });
    const on = await screen.findByRole('switch', { name: 'Auto-renew', checked: true });
    const plan = within(screen.getByRole('region', { name: /^Starter/ }));
    expect(plan.getByText(/Nothing is charged/).textContent).toContain(text);
    const why = await plan.findByText(/Auto-renew needs a card to charge/);
    const link = within(why).getByRole('link', { name: 'Add card' });
    expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('returnPath')).toBe(DRIVE);
    await user.click(on);
    await screen.findByRole('switch', { name: 'Auto-renew', checked: false });
    await waitFor(() => expect(sent).toEqual([{ transitionAtEnd: false }]));
    expect(screen.queryByText(/Auto-renew needs a card/)).toBeNull();
  });

  test('from where no card pays, that is said instead', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription(trial)), account(false)] });
    expect(await screen.findByText(/card payments outside the US can't be processed/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Add card' })).toBeNull();
  });

  test.each([
    ['on', trial, null],
    ['switched on', { ...trial, transitionAtEnd: false }, refuse(PATCH, 'PAYMENT_METHOD_REQUIRED')],
  ])('%s with a card and no address: the way leads to the address', async (_title, facts, refused) => {
    const handlers = [all, subscriptionsAre(aSubscription(facts)), ...(refused ? [refused] : [])];
    const { user } = renderApp(DRIVE, { handlers });
    const renewal = await screen.findByRole('switch', { name: 'Auto-renew' });
    if (refused) await user.click(renewal);
    const why = await screen.findByText(/Auto-renew needs your address/);
    const link = within(why).getByRole('link', { name: 'Add Address' }).getAttribute('href') ?? '';
    expect(link).toMatch(/^#\/address\?/);
    expect(new URLSearchParams(link.split('?')[1]).get('returnPath')).toBe(DRIVE);
    expect(screen.queryByText(/needs a card/)).toBeNull();
  });

  const off = { transitionAtEnd: false };
  const inDrive = (facts: Partial<Subscription>, ...handlers: RequestHandler[]) =>
    renderApp(DRIVE, { handlers: [...handlers, all, subscriptionsAre(aSubscription(facts))] });
  const inIot = (facts: Partial<Subscription>, ...handlers: RequestHandler[]) =>
    openIot([...handlers, plansOfHolder, subscriptionsAre({ ...iotIndividual, ...facts })]);

  test.each([
    ['drive', inDrive, DRIVE],
    ['IoT', inIot, IOT],
  ])('[SU-02] %s: switched on without a card: refused, with the way to one', async (_product, open, path) => {
    const { user } = open({ ...trial, ...off }, refuse(PATCH, 'PAYMENT_METHOD_REQUIRED'), account(true));
    // IoT has a second switch, of what could be bought
    const plan = within(await screen.findByRole('region', { name: /Current plan/ }));
    await user.click(plan.getByRole('switch', { name: 'Auto-renew', checked: false }));
    const why = await plan.findByText(/Auto-renew needs a card to charge\. Without one nothing renews\./);
    const link = within(why).getByRole('link', { name: 'Add card' }).getAttribute('href') ?? '';
    expect(new URLSearchParams(link.split('?')[1]).get('returnPath')).toBe(path);
    expect(plan.getByRole('switch').getAttribute('aria-checked')).toBe('false');
  });

  test('[PM-03] a promotion switched on from where no card pays: refused with the reason, and no way to a card', async () => {
    const promotion = { ...agreed, ...off, isPromo: true, plan: free };
    const { user } = inDrive(promotion, refuse(PATCH, 'CARD_COUNTRY_UNSUPPORTED'), account(false));
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew', checked: false }));
    expect(
      await screen.findByText("Auto-renew needs a card, and card payments outside the US can't be processed."),
    ).toBeDefined();
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Add card' })).toBeNull();
  });
});

test('[DR-02] [IO-02] what a code pays for has the length of the code, not of a billing', async () => {
  const prepaid = {
    isPrepaid: true,
    prepaidDisplayCode: '7KQ2',
    type: 'Prepaid',
    renews: false,
    renewable: false,
  } as const;
  renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription({ ...prepaid, renewalCents: null }))] });
  const plan = await screen.findByRole('region', { name: /Current plan/ });
  expect(within(plan).getByRole('heading').textContent).toBe('StarterCurrent planPrepaid · 7KQ2');
  // The comparison of the plans names their prices.
  expect(screen.queryByText(/yearly/, { ignore: 'table *' })).toBeNull();
});
