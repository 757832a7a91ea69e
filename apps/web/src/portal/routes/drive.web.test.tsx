import type { Plan, Subscription } from '@foyer/contract/api/shapes';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCycle, aMe, anAccount, aPlan, aQuote, aReceipt, aSubscription, aTokenPair } from '../../testing/builders.ts';
import { answer, offline, refuse, waits } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const DRIVE = '/subscriptions/drive';
const REVIEW = `${DRIVE}?plan=pln_drive_starter_yearly&step=review`;

const pro = aPlan({
  id: 'pln_drive_pro',
  displayName: 'Pro',
  details: {
    storageSizeLimit: { value: 600_000_000_000, displayValue: '600 GB' },
    sharingType: { value: 'unlimited', displayValue: 'Unlimited Contributors' },
    accessKeyLimit: { value: 1, displayValue: '1 Device Access Key' },
  },
  billingCycles: [
    aCycle({ interval: 'monthly', intervalId: 'pln_drive_pro_monthly', amount: 5950 }),
    aCycle({ interval: 'yearly', intervalId: 'pln_drive_pro_yearly', amount: 59976 }),
  ],
});
const basic = aPlan({
  id: 'pln_drive_free',
  displayName: 'Basic',
  isBasic: true,
  hasTrial: false,
  paymentMethodRequired: false,
  annualDiscount: null,
  billingCycles: [aCycle({ interval: 'free', intervalId: 'pln_drive_free_free', amount: 0, amountDue: 0 })],
});
const enterprise = aPlan({
  id: 'pln_drive_enterprise',
  displayName: 'Enterprise',
  contactForPricing: true,
  hasTrial: false,
  billingCycles: [],
  details: {
    storageSizeLimit: { value: 2_000_000_000_000, displayValue: '2 TB' },
    sharingType: { value: 'unlimited', displayValue: 'Unlimited Contributors' },
    accessKeyLimit: null,
  },
});

const plansAre = (...plans: Plan[]) => answer('GET /api/subscription/plans', { plans, data: { plans }, trialDays: 14 });
const subscriptionsAre = (...subscriptions: Subscription[]) =>
  answer('GET /api/subscription/subscriptions', { subscriptions, data: { subscriptions } });
const quoteIs = (quote = aQuote()) => answer('POST /api/subscription/subscriptions/preview', quote);
const bought = { id: 'sub_1', subscription: aSubscription(), receipt: aReceipt() };
const newClaims = answer('POST /api/auth/tokens', aTokenPair());
const all = plansAre(aPlan(), basic, pro, enterprise);

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('article') as HTMLElement);
};

describe('choosing a plan', () => {
  test('[DR-01] the steps are "1. Choose a Plan" and "2. Review"', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre()] });
    const steps = await screen.findByRole('list', { name: 'Steps' });
    const [first, second] = within(steps).getAllByRole('listitem');
    expect(first).toHaveProperty('textContent', expect.stringContaining('1. Choose a Plan'));
    expect(first?.getAttribute('aria-current')).toBe('step');
    expect(second).toHaveProperty('textContent', expect.stringContaining('2. Review'));
  });

  test('[DR-03] a card says storage, sharing, keys and prices, and what paying yearly saves', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre()] });
    const proCard = await card('Pro');
    expect(proCard.getByText('600 GB')).toBeDefined();
    expect(proCard.getByText('of storage')).toBeDefined();
    expect(proCard.getByText('Unlimited Contributors')).toBeDefined();
    expect(proCard.getByText('1 Device Access Key')).toBeDefined();
    expect(proCard.getByRole('radio', { name: /Yearly.*Save 16%.*\$599\.76.*\/yr/ })).toBeDefined();
    expect(proCard.getByRole('radio', { name: /Monthly.*\$59\.50.*\/mo/ })).toBeDefined();
    expect(proCard.getByRole('button', { name: 'Start 14-day trial' })).toBeDefined();
    expect((await card('Starter')).getByText('5 Device Access Keys')).toBeDefined();
    expect((await card('Basic')).getByRole('radio', { name: /Free.*Renews in 6 months/ })).toBeDefined();
    const contact = await card('Enterprise');
    expect(contact.getByText(/2 TB\+ of storage/)).toBeDefined();
    expect(contact.getByRole('link', { name: 'Contact for pricing' }).getAttribute('href')).toContain('mailto:');
  });

  test('[DR-01] ?plan= preselects a plan or an interval; unknown ones are ignored', async () => {
    renderApp(`${DRIVE}?plan=pln_drive_pro_monthly`, { handlers: [all, subscriptionsAre()] });
    const chosen = await screen.findByRole('radio', { checked: true });
    expect(chosen.getAttribute('value')).toBe('pln_drive_pro_monthly');
    location.hash = `#${DRIVE}?plan=pln_nobody&step=review`;
    await waitFor(() => expect(screen.queryByRole('radio', { checked: true })).toBeNull());
    expect(screen.queryByRole('link', { name: 'Review' })).toBeNull();
  });

  test('[DR-01] the choice goes to the address, and from there to the review', async () => {
    const { user } = renderApp(DRIVE, { handlers: [all, subscriptionsAre(), quoteIs()] });
    await user.click((await card('Starter')).getByRole('radio', { name: /Yearly/ }));
    expect(location.hash).toBe(`#${DRIVE}?plan=pln_drive_starter_yearly`);
    await user.click(await screen.findByRole('link', { name: 'Review' }));
    expect(await screen.findByRole('heading', { name: 'Estimated cost' })).toBeDefined();
    expect(location.hash).toContain('step=review');
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
  });

  test('[DR-01] r=expired shows its sentence, an unknown reason nothing', async () => {
    const sentence = 'Your subscription has expired. Select a new subscription below to continue using this account.';
    renderApp(`${DRIVE}?r=expired`, { handlers: [all, subscriptionsAre()] });
    expect(await screen.findByText(sentence)).toBeDefined();
    location.hash = `#${DRIVE}?r=whatever`;
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  test('[DR-02] a prepaid plan shows its code and cannot be changed here', async () => {
    const prepaid = aSubscription({ isPrepaid: true, prepaidDisplayCode: '7Kq4', renews: false, type: 'Prepaid' });
    renderApp(`${DRIVE}?plan=pln_drive_pro_yearly&step=review`, { handlers: [all, subscriptionsAre(prepaid)] });
    expect(await screen.findByText('Prepaid · 7Kq4')).toBeDefined();
    expect(screen.getByText(/can't be changed here/)).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Review' })).toBeNull();
  });

  test('[DR-02] a plan without end says Never Ends', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription({ noExpiry: true, oneTimeOffer: true }))] });
    expect(await screen.findByText(/Never Ends/)).toBeDefined();
    expect(screen.getByText('One-time offer')).toBeDefined();
  });

  test('plans that did not load are asked for again', async () => {
    const { user } = renderApp(DRIVE, { handlers: [offline('GET /api/subscription/plans'), subscriptionsAre()] });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(all);
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Pro' })).toBeDefined();
  });

  test('[SH-12] while plans load their place is kept', async () => {
    renderApp(DRIVE, { handlers: [waits('GET /api/subscription/plans'), subscriptionsAre()] });
    expect(await screen.findByText('Loading plans…')).toBeDefined();
  });
});

describe('auto-renew of the current plan', () => {
  test('[SU-05] acts at once, and says date and amount', async () => {
    const sent: unknown[] = [];
    let renews = true;
    const list = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ renews, cancelAtPeriodEnd: !renews })];
      return { subscriptions, data: { subscriptions } };
    });
    const change = answer('PATCH /api/subscription/subscriptions/:id', async ({ request }) => {
      sent.push(await request.json());
      renews = false;
      return { ...bought, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, change] });
    expect(await screen.findByText(/Renews.*including tax/)).toHaveProperty(
      'textContent',
      expect.stringContaining('Renews Jan 10, 2027 for $324.62 including tax'),
    );
    await user.click(screen.getByRole('switch', { name: 'Auto-renew' }));
    await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false'));
    expect(sent).toEqual([{ cancelAtPeriodEnd: true }]);
    expect(await screen.findByText(/Ends.*Nothing is charged then/)).toBeDefined();
  });

  test('[SU-05] is put back with the reason when it fails', async () => {
    const { user } = renderApp(DRIVE, {
      handlers: [
        all,
        subscriptionsAre(aSubscription()),
        refuse('PATCH /api/subscription/subscriptions/:id', 'INTERNAL_ERROR'),
      ],
    });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew' }));
    expect(await screen.findByText('There was an error updating your subscription.')).toBeDefined();
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  });
});

describe('review', () => {
  test('[DR-04] shows the cost with tax, the card, the address, and pays what is due', async () => {
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
    const lines = screen.getByText('Tax, Boston MA (8.25%)').closest('dl');
    expect(lines?.textContent).toContain('Subtotal$299.88');
    expect(lines?.textContent).toContain('Tax, Boston MA (8.25%)$24.74');
    expect(lines?.textContent).toContain('Due today$324.62');
    expect(screen.getByText('Billed to Visa •••• 4242')).toBeDefined();
    expect(screen.getByText('1 Main St, Boston, MA 02110')).toBeDefined();
    expect(screen.getByRole('switch', { name: 'Auto-renew' }).getAttribute('aria-checked')).toBe('true');
    expect(screen.queryByRole('heading', { name: 'Your change' })).toBeNull();
  });

  test('[DR-04] a change shows both plans; with nothing due the button says Confirm Change', async () => {
    const current = aPlan({ isCurrent: true });
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [
        plansAre(current, basic),
        subscriptionsAre(aSubscription()),
        quoteIs(
          aQuote({
            amountDueCents: 0,
            subtotal: 0,
            tax: 0,
            total: 0,
            lines: [],
            scheduledFor: '2027-01-10T00:00:00Z',
            renewalCents: null,
          }),
        ),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Confirm Change' })).toBeDefined();
    const change = within(screen.getByRole('region', { name: 'Your change' }));
    expect(change.getByText('Starter, yearly')).toBeDefined();
    expect(change.getByText('Basic, free')).toBeDefined();
    expect((await change.findByText(/^From/)).textContent).toBe('From Jan 10, 2027');
  });

  test('[DR-04] a trial needs no card and says its days', async () => {
    const asked: unknown[] = [];
    const preview = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
      asked.push(await request.json());
      return aQuote({ amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] });
    });
    renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
      handlers: [all, subscriptionsAre(), preview, answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const start = await screen.findByRole('button', { name: 'Start 14-day trial' });
    await waitFor(() => expect(start.hasAttribute('disabled')).toBe(false));
    expect(screen.getByText(/No payment method/)).toBeDefined();
    expect(asked).toEqual([{ id: 'pln_drive_pro', interval: 'yearly', trial: true }]);
  });

  test('[SU-06] [PM-07] without a card the button waits, and the way to a card leads back here', async () => {
    renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    expect(pay.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('Payment required')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Add card' });
    const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
    expect(query.get('returnPath')).toBe(REVIEW);
  });

  test('[PM-08] no card action where none is allowed', async () => {
    renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false })),
      ],
    });
    await screen.findByText('Billed to Visa •••• 4242');
    expect(screen.queryByRole('link', { name: /card/ })).toBeNull();
  });

  test('[DR-04] Cancel resets the choice', async () => {
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    await screen.findByRole('button', { name: 'Pay $324.62' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'Pro' })).toBeDefined();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect(location.hash).toBe(`#${DRIVE}`);
  });

  test('a cost that did not load can be asked for again', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), offline('POST /api/subscription/subscriptions/preview')],
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(quoteIs());
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
  });
});

describe('buying', () => {
  test('[DR-05] pressing twice buys once, with interval, id and the amount agreed to; then home with what was paid', async () => {
    const sent: { body: unknown; key: string | null }[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const buy = answer('POST /api/subscription/subscriptions', async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      await held;
      return bought;
    });
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), buy, newClaims] });
    await user.dblClick(await screen.findByRole('button', { name: 'Pay $324.62' }));
    const paying = await screen.findByRole('button', { name: 'Paying…' });
    await user.click(paying);
    expect(screen.getByRole('switch', { name: 'Auto-renew' }).hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Cancel' }).hasAttribute('disabled')).toBe(true);
    release();
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
    expect(location.hash).toBe('#/');
    expect(sent).toEqual([
      {
        body: { id: 'pln_drive_starter', interval: 'yearly', expectedTotalCents: 32462 },
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });

  test('[DR-05] with a subscription and no trial chosen it is a change of that subscription', async () => {
    const sent: unknown[] = [];
    const change = answer('PATCH /api/subscription/subscriptions/:id', async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return { ...bought, receipt: aReceipt({ amountDueCents: 55841 }) };
    });
    const { user } = renderApp(`${DRIVE}?plan=pln_drive_pro_yearly&step=review`, {
      handlers: [
        all,
        subscriptionsAre(aSubscription({ id: 'sub_9' })),
        quoteIs(aQuote({ amountDueCents: 55841 })),
        change,
        newClaims,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $558.41' }));
    expect(await screen.findByText('Paid $558.41')).toBeDefined();
    expect(sent).toEqual([['sub_9', { id: 'pln_drive_pro', interval: 'yearly', expectedTotalCents: 55841 }]]);
  });

  test('[SU-08] a declined card: the words of the provider, nothing charged, and the next try is a new order', async () => {
    const keys: (string | null)[] = [];
    const refused = refuse('POST /api/subscription/subscriptions', 'StripeCardError', {
      message: 'Your card has insufficient funds.',
    });
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), refused, newClaims] });
    server.events.on('request:start', ({ request }) => {
      const key = request.headers.get('idempotency-key');
      if (key) keys.push(key);
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your card has insufficient funds.');
    expect(alert.textContent).toContain('Nothing was charged.');
    expect(document.activeElement).toBe(alert);
    await user.click(screen.getByRole('button', { name: 'Pay $324.62' }));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).not.toBe(keys[1]);
    server.events.removeAllListeners();
  });

  test('[SU-08] no answer: the same order may be sent again, under the same key', async () => {
    const keys: (string | null)[] = [];
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), offline('POST /api/subscription/subscriptions'), newClaims],
    });
    server.events.on('request:start', ({ request }) => {
      const key = request.headers.get('idempotency-key');
      if (key) keys.push(key);
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await screen.findByText('No connection');
    server.use(answer('POST /api/subscription/subscriptions', bought));
    await user.click(screen.getByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText('Paid $324.62')).toBeDefined();
    expect(new Set(keys).size).toBe(1);
    server.events.removeAllListeners();
  });

  test('[SU-08] another amount is shown and asked for again', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        refuse('POST /api/subscription/subscriptions', 'QUOTE_CHANGED', { quote: aQuote({ amountDueCents: 33000 }) }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText(/The amount changed: \$330\.00 is due now/)).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Pay $330.00' })).toBeDefined();
  });

  test('[SU-08] an undecided payment blocks a second try', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        refuse('POST /api/subscription/subscriptions', 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pay $324.62' }).hasAttribute('disabled')).toBe(true);
  });

  test.each([
    ['PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
    ['INTERNAL_ERROR', 'There was an error updating your subscription.'],
  ] as const)('[SU-08] %s has its sentence', async (type, sentence) => {
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), refuse('POST /api/subscription/subscriptions', type)],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('[SU-08] without an address the way leads to the address and back to this review', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } })),
        refuse('POST /api/subscription/subscriptions', 'MISSING_ADDRESS'),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Pay $324.62' }));
    await waitFor(() => expect(location.hash).toMatch(/^#\/address\?/));
    expect(new URLSearchParams(location.hash.split('?')[1]).get('returnPath')).toBe(REVIEW);
  });
});
