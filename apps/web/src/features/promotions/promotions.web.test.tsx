import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aMe, anAccount, anAddress, aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { anExchange, aPromotion } from '../../testing/offer-answers.ts';
import { holdsNothing, promotionIs, READ_PROMOTION, stepNames } from '../../testing/promotion-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const noCard = answer('GET /api/account/me', anAccount({ paymentMethod: null }));
const place = answer('GET /api/auth/me', aMe({ user: { address: anAddress({ country: 'DE', state: '' }) } }));
const receipts = answer('GET /api/account/me/receipts', {
  receipts: [],
  data: { receipts: [] },
  total: 0,
  nextCursor: null,
});

describe('the way to the review', () => {
  test('[PR-01] with an address and a card it starts at the review; no Setup in the tracker', async () => {
    renderApp('/promotions/2-series', { handlers: [promotionIs(), holdsNothing] });
    expect(await screen.findByRole('heading', { name: '2-series promotion' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined();
    expect(stepNames()).toEqual(['Promotion', 'Review', 'Confirmation']);
  });

  test('[PR-01] [PM-05] a US address without a card starts at the card', async () => {
    renderApp('/promotions/2-series', { handlers: [promotionIs(), holdsNothing, noCard, receipts] });
    expect(await screen.findByRole('heading', { name: 'Add card' })).toBeDefined();
    expect(stepNames()).toEqual(['Promotion', 'Setup', 'Review', 'Confirmation']);
    expect(screen.getByText('Setup').closest('li')?.getAttribute('aria-current')).toBe('step');
  });

  test('[PR-04] the card step names the promotion, says that nothing is charged now and what it costs later, and can be left', async () => {
    const { user } = renderApp('/promotions/2-series', { handlers: [promotionIs(), holdsNothing, noCard, receipts] });
    expect(await screen.findByText('2-series promotion')).toBeDefined();
    expect(screen.getByText(/free for 6 months\./).textContent).toContain(
      "Nothing is charged before Jul 10, 2026. After that it's $803.88 a year, plus tax.",
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(location.hash).toBe('#/'));
  });

  test('[PR-01] [AD-02] without an address it starts there', async () => {
    renderApp('/promotions/2-series', {
      handlers: [
        promotionIs(),
        holdsNothing,
        noCard,
        answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } })),
      ],
    });
    expect(await screen.findByRole('heading', { name: 'Setup your account' })).toBeDefined();
    expect(stepNames()).toContain('Setup');
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined();
  });

  test('[PR-01] outside the US no card is asked for', async () => {
    renderApp('/promotions/2-series', { handlers: [place, promotionIs(), holdsNothing, noCard] });
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined();
    expect(stepNames()).toEqual(['Promotion', 'Review', 'Confirmation']);
  });

  test('[PR-01] without a code it asks for one; base64 goes to the server as it is, slash and all', async () => {
    let asked: string | null = null;
    const look = answer(READ_PROMOTION, ({ request }) => {
      asked = new URL(request.url).searchParams.get('promotionName');
      return { promoCode: '2-series:K7', promotion: aPromotion() };
    });
    const { user } = renderApp('/promotions', { handlers: [look, holdsNothing] });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Enter the code of your promotion.')).toBeDefined();
    await user.type(screen.getByLabelText('Promotion code'), ' Mi1zZXJpZXM6Sz+/7w== ');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('button', { name: 'Subscribe' });
    expect(asked).toBe('Mi1zZXJpZXM6Sz+/7w==');
  });

  test('a slash that nobody encoded is a part of the code', async () => {
    let asked: string | null = null;
    const look = answer(READ_PROMOTION, ({ request }) => {
      asked = new URL(request.url).searchParams.get('promotionName');
      return { promoCode: '2-series:K7', promotion: aPromotion() };
    });
    renderApp('/promotions/Mi1z/ZXM=', { handlers: [look, holdsNothing] });
    await screen.findByRole('button', { name: 'Subscribe' });
    expect(asked).toBe('Mi1z/ZXM=');
  });

  test('[PR-04] no such promotion: says so, with a link to support', async () => {
    renderApp('/promotions/nothing', { handlers: [refuse(READ_PROMOTION, 'NOT_FOUND'), holdsNothing] });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Promotion not found.');
    expect(within(alert).getByRole('link', { name: 'Contact support' })).toBeDefined();
  });

  test('a lookup that did not arrive can be asked again', async () => {
    const { user } = renderApp('/promotions/2-series', { handlers: [offlineHandler(READ_PROMOTION), holdsNothing] });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(promotionIs());
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined();
  });
});

describe('the review', () => {
  test('[PR-04] in the US: the renewal date, and that the card is not charged before it', async () => {
    renderApp('/promotions/2-series', { handlers: [promotionIs(), holdsNothing] });
    await screen.findByRole('button', { name: 'Subscribe' });
    expect(screen.getAllByText(/Free until/)[0]?.textContent).toBe('Free until Jul 10, 2026');
    expect(screen.getAllByText(/^then/)[0]?.textContent).toBe('then $299.88/yr');
    expect(screen.getByText(/not charged before that date/).textContent).toContain('Renews on Jul 10, 2026.');
    expect(screen.getByText('Visa •••• 4242 · not charged until the renewal date')).toBeDefined();
    expect(screen.getByText('Due today').closest('div')?.textContent).toContain('$0.00');
    expect(screen.getByText(/of storage/).textContent).toBe('50 GB of storage · 5 Device Access Keys');
    expect(screen.getByText('All four packages and up to 4 scopes, 32 channels.')).toBeDefined();
  });

  test('[PR-04] beside a perpetual license of the family: the license stays, and what the plan costs later', async () => {
    const licence = aSubscription({
      product: 'scope',
      isPerpetual: true,
      plan: { ...aSubscription().plan, displayName: 'Ultimate' },
    });
    const { user } = renderApp('/promotions/2-series', { handlers: [promotionIs(), subscriptionsAre(licence)] });
    const notice = (await screen.findByText('You own Scope Ultimate for good')).parentElement;
    expect(notice?.textContent).toContain("adds Ultimate beside your license and doesn't change it");
    expect(notice?.textContent).toContain('a year, plus tax. Turn off auto-renew');
    await user.click(screen.getByRole('switch', { name: 'Auto-renew', checked: true }));
    await waitFor(() => expect(notice?.textContent).not.toContain('Turn off auto-renew'));
  });

  test('[PR-03] twelve months are written as a year', async () => {
    renderApp('/promotions/tbs1k', {
      handlers: [promotionIs(aPromotion({ name: 'tbs1k', months: 12 })), holdsNothing],
    });
    await screen.findByRole('button', { name: 'Subscribe' });
    expect(screen.getByText(/free for/).textContent).toMatch(/free for 1 year\.$/);
    expect(screen.getByText('Drive Starter, 1 year')).toBeDefined();
    expect(screen.queryByText(/12 months/)).toBeNull();
  });

  test('[PR-04] what is charged then: each plan, tax, credit, and the sum', async () => {
    renderApp('/promotions/2-series', { handlers: [promotionIs(), holdsNothing] });
    await screen.findByRole('button', { name: 'Subscribe' });
    const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
    expect(figure('Drive Starter, yearly')).toBe('$299.88');
    expect(figure('Tax, Austin TX (8.25%)')).toBe('$66.32');
    expect(figure('Account credit')).toBe('−$368.34');
    expect(figure('Charged then')).toBe('$501.86');
    expect(screen.getByText(/^Billed to/).textContent).toBe(
      "Billed to Visa\u00a0••••\u00a04242. We'll email you 7 days before.",
    );
  });

  test('[PR-04] paid time that gives way comes back as credit, and how much is said before', async () => {
    const drive = aSubscription({ plan: { ...aSubscription().plan, displayName: 'Starter', storageDisplay: '50 GB' } });
    renderApp('/promotions/2-series', {
      handlers: [promotionIs(aPromotion({ creditCents: 35_898 })), subscriptionsAre(drive)],
    });
    expect((await screen.findByText(/come back as/)).textContent).toContain('$358.98 account credit');
    expect(screen.getByText('The promotion replaces Drive Starter today.')).toBeDefined();
  });

  test.each([
    [true, "The trial doesn't go on as the paid plan you agreed to, and nothing is charged for it."],
    [false, null],
  ])(
    '[PR-04] a trial over a paid plan: each is named for what it is; agreed to go on: %s',
    async (continues, words) => {
      const subscriptionNamed = (displayName: string, row: Parameters<typeof aSubscription>[0]) =>
        aSubscription({ ...row, plan: { ...aSubscription().plan, displayName } });
      const trial = subscriptionNamed('Ultimate', {
        id: 'sub_t',
        isTrial: true,
        effective: true,
        transitionAtEnd: continues,
      });
      renderApp('/promotions/2-series', {
        handlers: [
          promotionIs(aPromotion({ creditCents: 2147 })),
          subscriptionsAre(trial, subscriptionNamed('Starter', { effective: false })),
        ],
      });
      const title = await screen.findByRole('heading', { name: 'The promotion replaces Drive Starter today.' });
      const lines = [...(title.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent);
      expect(lines).toEqual([
        'Your trial of Drive Ultimate ends today too.',
        ...(words ? [words] : []),
        "The days you paid for and didn't use come back as $21.47 account credit.",
      ]);
    },
  );

  test('[PR-04] a trial alone is called a trial', async () => {
    renderApp('/promotions/2-series', {
      handlers: [
        promotionIs(),
        subscriptionsAre(aSubscription({ isTrial: true, plan: { ...aSubscription().plan, displayName: 'Ultimate' } })),
      ],
    });
    expect(await screen.findByText('The promotion replaces your trial of Drive Ultimate today.')).toBeDefined();
  });

  test('[PR-05] one that the account has no room for is refused at the look-up: no offer, no Subscribe', async () => {
    renderApp('/promotions/tbs1k', { handlers: [refuse(READ_PROMOTION, 'PROMO_NOT_AVAILABLE'), holdsNothing] });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your account is not eligible for this promotion');
    expect(alert.textContent).toContain("you have a prepaid plan or another promotion that it can't replace");
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  });

  test('[PR-04] elsewhere it does not auto-renew, and no card is spoken of', async () => {
    renderApp('/promotions/2-series', { handlers: [place, promotionIs(), holdsNothing] });
    await screen.findByRole('button', { name: 'Subscribe' });
    expect(screen.getByText(/Does not auto-renew/).textContent).toContain('It ends on Jul 10, 2026');
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByText(/Visa/)).toBeNull();
    expect(screen.queryByText(/\/yr/)).toBeNull();
  });

  test('[PR-04] a portal plan is free for ever, and nothing is asked for', async () => {
    const portal = aPromotion({
      name: 'portal',
      collectPayment: false,
      months: null,
      renewsOn: null,
      grants: [
        {
          product: 'drive',
          planId: 'pln_drive_portal',
          planName: 'Portal User Plan 200',
          storageSizeLimit: 200_000_000,
          storageDisplay: '200 MB',
          accessKeyLimit: null,
          description: '',
          amountAfter: null,
        },
      ],
    });
    renderApp('/promotions/portal', {
      handlers: [
        promotionIs(portal),
        holdsNothing,
        noCard,
        answer('GET /api/auth/me', aMe({ user: { address: null, addresses: [] } })),
      ],
    });
    await screen.findByRole('button', { name: 'Subscribe' });
    expect(screen.getByText('Free forever')).toBeDefined();
    expect(screen.getByText('200 MB of storage')).toBeDefined();
    expect(screen.getByText('It never ends, and nothing is ever charged.')).toBeDefined();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('[PR-04] less storage than one has is said before, and all else there will be less of', async () => {
    const drive = aSubscription({
      plan: { ...aSubscription().plan, displayName: 'Individual', storageDisplay: '200 GB' },
    });
    renderApp('/promotions/2-series', {
      handlers: [promotionIs(aPromotion({ downgrade: true, exchange: anExchange() })), subscriptionsAre(drive)],
    });
    expect(await screen.findByText('Storage: 50 GB instead of 1 TB')).toBeDefined();
    expect(screen.getByText('Device Access Keys: 5 instead of 100')).toBeDefined();
    expect(screen.getByText('Sharing: no longer Unlimited Contributors')).toBeDefined();
    expect(screen.getByText(/replaces Drive Individual today/)).toBeDefined();
  });

  test.each([
    ['/payments', '#/payments'],
    ['https://evil.example/', '#/'],
    ['//evil.example', '#/'],
  ])('[PR-04] Cancel with from=%s leads to %s', async (from, place) => {
    const { user } = renderApp(`/promotions/2-series?from=${encodeURIComponent(from)}`, {
      handlers: [promotionIs(), holdsNothing, receipts],
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(location.hash).toBe(place);
  });
});
