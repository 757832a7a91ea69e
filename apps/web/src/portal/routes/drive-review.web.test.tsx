import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aCard, aCycle, anAccount, aPlan, aQuote, aSubscription } from '../../testing/builders.ts';
import { all, basic, DRIVE, plansAre, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, neverAnswers, offlineHandler } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { aForecastInvoice, anUpcomingEvent } from '../../testing/upcoming-events.ts';
// lazy parts of the page, loaded before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import './plans.tsx';

const isSentence = (element: Element, words: RegExp): boolean =>
  words.test(element.textContent ?? '') && [...element.querySelectorAll('p, div')].length === 0;

/** Whole sentences, though dates and amounts in them are elements of their own. */
const texts = (words: RegExp): string[] =>
  screen
    .getAllByText((_, element) => element !== null && /^(P|DIV)$/.test(element.tagName) && isSentence(element, words))
    .map((element) => element.textContent?.trim() ?? '');

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

  test('[DR-04] [PY-06] the total stands above the account credit that lowers what is due', async () => {
    const withCredit = aQuote({ credit: 1200, amountDueCents: 31262 });
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(withCredit)] });
    expect(await screen.findByRole('button', { name: 'Pay $312.62' })).toBeDefined();
    const lines = screen.getByText('Due today').closest('dl');
    expect(lines?.textContent).toContain('(8.25%)$24.74Total$324.62Account credit−$12.00Due today$312.62');
  });

  test('[DR-04] a total that is all due is not written twice', async () => {
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    const lines = (await screen.findByText('Tax, Boston MA (8.25%)')).closest('dl');
    expect(lines?.textContent).toContain('(8.25%)$24.74Due today$324.62');
  });

  test('[DR-04] what a smaller plan takes away is said before it is confirmed', async () => {
    const small = { ...aPlan().details, storageSizeLimit: { value: 2_000_000_000, displayValue: '2 GB' } };
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [plansAre(aPlan(), { ...basic, details: small }), subscriptionsAre(aSubscription()), quoteIs()],
    });
    expect(await screen.findByText('Storage: 2 GB instead of 50 GB')).toBeDefined();
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
            coming: [
              anUpcomingEvent({ kind: 'starts', planName: 'Basic', interval: 'free', bill: null }),
              anUpcomingEvent({ kind: 'ends', at: '2027-07-10T00:00:00Z', planName: 'Basic', bill: null }),
            ],
          }),
        ),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Confirm Change' })).toBeDefined();
    const change = within(screen.getByRole('region', { name: 'Your change' }));
    expect(change.getByText('Starter, yearly')).toBeDefined();
    expect(change.getByText('Basic, free')).toBeDefined();
    expect((await change.findByText(/^From/)).textContent).toBe('From Jan 10, 2027');
    expect(texts(/Basic starts|Basic ends/)).toEqual([
      'Jan 10, 2027 Basic starts. Until then you keep what you have.',
      'Jul 10, 2027 Basic ends. Nothing is charged then.',
    ]);
  });

  test('[BY-03] what is foretold is of the card and of the credit, and switching renewal off asks again', async () => {
    const asked: unknown[] = [];
    const preview = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
      const body = (await request.json()) as { cancelAtPeriodEnd?: boolean };
      asked.push(body);
      const bill = aForecastInvoice({ credit: 1200, amountDueCents: 31262 });
      return aQuote({
        coming: [body.cancelAtPeriodEnd ? anUpcomingEvent({ kind: 'ends', bill: null }) : anUpcomingEvent({ bill })],
      });
    });
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), preview] });
    const toggle = await screen.findByRole('switch', { name: 'Auto-renew' });
    await screen.findByText(/we'll charge/);
    expect(texts(/renews for|we'll charge/)).toEqual([
      "On Jan 10, 2027 we'll charge $312.62 for the next year. Turn it off any time before; you keep Starter until that day.",
      'Jan 10, 2027 Starter renews for $324.62 a year, tax included. $12.00 of it comes from your account credit.',
    ]);
    await user.click(toggle);
    await waitFor(() =>
      expect(screen.getByText(/^Off\./).textContent).toBe(
        'Off. Starter ends on Jan 10, 2027 and nothing is charged then.',
      ),
    );
    expect(screen.queryByText(/renews for/)).toBeNull();
    expect(asked).toEqual([
      { id: 'pln_drive_starter', interval: 'yearly' },
      { id: 'pln_drive_starter', interval: 'yearly', cancelAtPeriodEnd: true },
    ]);
  });

  test.each([
    ['a card', {}, "we'll charge $32.20", ''],
    ['credit', { credit: 3220, amountDueCents: 0 }, 'your account credit pays', ' Your account credit pays all of it.'],
  ])(
    '[CD-05] [BY-03] free months and the first that costs something, for %s, are two lines, and neither is called renewed for $0.00',
    async (_, paid, charged, byWhom) => {
      const monthly = (at: string, bill: Parameters<typeof aForecastInvoice>[0]) =>
        anUpcomingEvent({ interval: 'monthly', at, bill: aForecastInvoice(bill) });
      const coming = [
        monthly('2026-02-10T00:00:00Z', { total: 0, amountDueCents: 0 }),
        monthly('2026-04-10T00:00:00Z', { total: 3220, amountDueCents: 3220, ...paid }),
      ];
      renderApp(`${DRIVE}?plan=pln_drive_starter_monthly&step=review`, {
        handlers: [all, subscriptionsAre(), quoteIs(aQuote({ coming }))],
      });
      await screen.findAllByText(/A discount pays/);
      expect(texts(/renews|A discount pays/)).toEqual([
        `A discount pays until Apr 10, 2026. On that day ${charged} for the next month. Turn it off any time before.`,
        'Feb 10, 2026 Starter renews. A discount pays all of it until Apr 10, 2026.',
        `Apr 10, 2026 Starter renews for $32.20 a month, tax included.${byWhom}`,
      ]);
    },
  );

  test('[D9] a trial over a paid plan: the plan stays, its charge is said, and nothing is called lost', async () => {
    const small = aPlan({
      id: 'pln_drive_tiny',
      displayName: 'Tiny',
      details: { ...aPlan().details, storageSizeLimit: { value: 2_000_000_000, displayValue: '2 GB' } },
      billingCycles: [aCycle({ intervalId: 'pln_drive_tiny_yearly' })],
    });
    const coming = [
      anUpcomingEvent({ ordered: false, at: '2026-01-20T00:00:00Z' }),
      anUpcomingEvent({ kind: 'trial_ends', at: '2026-01-24T00:00:00Z', planName: 'Tiny', bill: null }),
    ];
    renderApp(`${DRIVE}?plan=pln_drive_tiny_trial&step=review`, {
      handlers: [
        plansAre(aPlan({ isCurrent: true }), small),
        subscriptionsAre(aSubscription()),
        quoteIs(aQuote({ amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [], coming })),
      ],
    });
    const kept = within(await screen.findByRole('region', { name: 'Your trial' }));
    expect(kept.getByText('You keep').closest('div')?.textContent).toBe('You keepStarter, yearly50 GB · 5 keys');
    await screen.findByText(/plan you keep/);
    expect(texts(/plan you keep|the trial ends/)).toEqual([
      'Jan 20, 2026 the Starter plan you keep renews for $324.62 a year, tax included.',
      'Jan 24, 2026 the trial ends and Starter continues.',
    ]);
    expect(screen.queryByText(/less than you have now|instead of/)).toBeNull();
  });

  test.each([
    [
      aForecastInvoice({ total: 30177, amountDueCents: 30177, wholePeriod: false }),
      "and we'll charge $301.77. Turn it off any time before.",
      ', for $301.77, tax included.',
    ],
    [
      aForecastInvoice({ total: -1250, creditAdded: 1250, amountDueCents: 0, wholePeriod: false }),
      'and nothing is charged. Turn it off any time before.',
      ', and $12.50 is added to your account credit.',
    ],
  ])('[D9] a trial that goes on over a paid plan takes its place: %#', async (bill, row, line) => {
    const coming = [anUpcomingEvent({ kind: 'continues', planName: 'Pro', at: '2026-01-24T00:00:00Z', bill })];
    const { user } = renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
      handlers: [all, subscriptionsAre(aSubscription()), quoteIs(aQuote({ amountDueCents: 0, coming }))],
    });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew' }));
    await waitFor(() =>
      expect(texts(/replaces/)).toEqual([
        `On Jan 24, 2026 Pro replaces your previous plan ${row}`,
        `Jan 24, 2026 Pro (yearly) replaces your previous plan${line}`,
      ]),
    );
  });

  test('[DR-04] over a trial, what one has now is the trial and not the plan below it', async () => {
    const trial = aPlan({
      id: 'pln_drive_big',
      displayName: 'Big',
      isCurrent: true,
      details: { ...aPlan().details, accessKeyLimit: { value: 25, displayValue: '25 Device Access Keys' } },
    });
    const running = aSubscription({
      isTrial: true,
      plan: { ...aSubscription().plan, id: 'pln_drive_big', displayName: 'Big', storageDisplay: '600 GB' },
    });
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [plansAre(aPlan({ isCurrent: true }), trial, basic), subscriptionsAre(running), quoteIs()],
    });
    const change = within(await screen.findByRole('region', { name: 'Your change' }));
    expect(change.getByText('Now').closest('div')?.textContent).toBe('NowBig, trial600 GB · 25 keys');
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

  test('[SU-06] [PM-07] without a card the main button leads to the card form and back here', async () => {
    renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const main = await screen.findByRole('link', { name: 'Add card to continue' });
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.getByText('Payment required')).toBeDefined();
    for (const link of [main, screen.getByRole('link', { name: 'Add card' })]) {
      const [path, query] = link.getAttribute('href')?.split('?') ?? [];
      expect(path).toBe('#/payments/method');
      expect(new URLSearchParams(query).get('returnPath')).toBe(REVIEW);
    }
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
    await screen.findByText("Card payments outside the US can't be processed");
    expect(screen.queryByText('Billed to Visa •••• 4242')).toBeNull();
    expect(screen.queryByRole('link', { name: /card/ })).toBeNull();
  });

  test('[PM-03] where no card pays and none is on file, sales takes the place of the button, with the reason', async () => {
    const abroad = answer('GET /api/account/me', anAccount({ paymentMethod: null, canAddPaymentMethod: false }));
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), abroad] });
    await screen.findByText('Total');
    const summary = screen.getByRole('button', { name: 'Cancel' }).parentElement as HTMLElement;
    expect(within(summary).getByRole('link', { name: 'Contact sales' }).getAttribute('href')).toMatch(/^mailto:sales@/);
    expect(screen.queryByRole('button', { name: /^Pay|^Card payments/ })).toBeNull();
    const row = screen.getByText("Card payments outside the US can't be processed").closest('li');
    expect(within(row as HTMLElement).getByRole('link', { name: 'Contact sales' })).toBeDefined();
    expect(screen.queryByText('Payment required')).toBeNull();
    // nothing that needs a card
    expect(screen.queryByRole('switch', { name: 'Auto-renew' })).toBeNull();
    expect(screen.queryByText('Have a coupon?')).toBeNull();
  });

  test('[PM-03] where no card pays, nothing is due or starts today, and on a phone the bar names sales', async () => {
    const narrow = ((media: string) => ({
      matches: media === '(max-width: 640px)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    })) as unknown as typeof matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation(narrow);
    const abroad = answer('GET /api/account/me', anAccount({ paymentMethod: null, canAddPaymentMethod: false }));
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), abroad] });
    const row = (await screen.findByText("Card payments outside the US can't be processed")).closest('li');
    await screen.findAllByText('Total');
    const links = within(screen.getByRole('main')).getAllByRole('link', { name: 'Contact sales' });
    const bar = links.find((link) => !row?.contains(link));
    expect(bar?.parentElement?.textContent).toBe('Total$324.62Contact sales');
    expect(screen.queryByText('Due today')).toBeNull();
    expect(screen.queryByText(/starts/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Card payments aren't/ })).toBeNull();
    vi.restoreAllMocks();
  });

  test.each([
    ['with a card', aCard(), 'Off. The trial ends on Jan 10, 2027 and nothing is charged for it.'],
    ['without a card', null, "Off. Add a card to continue after the trial. Without one, you're never charged."],
  ])('[DR-04] a trial without auto-renew says what it would cost afterwards: %s', async (_, paymentMethod, text) => {
    const ends = anUpcomingEvent({ kind: 'trial_ends', bill: null, at: '2027-01-10T00:00:00Z' });
    renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
      handlers: [
        all,
        subscriptionsAre(),
        answer('GET /api/account/me', anAccount({ paymentMethod })),
        quoteIs(aQuote({ amountDueCents: 0, coming: [ends] })),
      ],
    });
    const id = (await screen.findByRole('switch', { name: 'Auto-renew' })).getAttribute('aria-describedby') ?? '';
    await waitFor(() =>
      expect(document.getElementById(id)?.textContent).toBe(
        `${text} If you keep it, Pro costs $599.76 a year plus tax.`,
      ),
    );
  });

  test('[SU-05] switched on, nothing is called free while the amount is asked for', async () => {
    const { user } = renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(aQuote({ amountDueCents: 0, coming: [anUpcomingEvent({ kind: 'trial_ends', bill: null })] })),
      ],
    });
    const toggle = await screen.findByRole('switch', { name: 'Auto-renew', checked: false });
    await screen.findByText(/The trial ends on/);
    expect(screen.getByText('Visa •••• 4242 · charged only if you turn on auto-renew')).toBeDefined();
    server.use(neverAnswers('POST /api/subscription/subscriptions/preview'));
    await user.click(toggle);
    expect(await screen.findByText('Turn it off any time.')).toBeDefined();
    expect(screen.queryByText(/free/)).toBeNull();
  });

  test('[DR-04] auto-renew as it was chosen goes along on the way for a card and comes back', async () => {
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew', checked: true }));
    const card = screen.getByRole('link', { name: /card/i }).getAttribute('href') ?? '';
    const back = new URLSearchParams(card.split('?')[1]).get('returnPath') ?? '';
    expect(back).toContain('renew=off');
    await user.click(screen.getByRole('link', { name: 'Plans' }));
    await user.click(await screen.findByRole('link', { name: 'Choose plan' }));
    expect(await screen.findByRole('switch', { name: 'Auto-renew', checked: true })).toBeDefined();
    history.replaceState(null, '', `#${back}`);
    dispatchEvent(new HashChangeEvent('hashchange'));
    expect(await screen.findByRole('switch', { name: 'Auto-renew', checked: false })).toBeDefined();
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
      handlers: [all, subscriptionsAre(), offlineHandler('POST /api/subscription/subscriptions/preview')],
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(quoteIs());
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
  });
});
