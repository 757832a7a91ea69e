import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { BILLING_CHANGE_KEY, PURCHASE_KEY } from '../../lib/tab-broadcast.ts';
import { anAccount, aSubscription } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { aPromotion, newToken } from '../../testing/offer-answers.ts';
import { holdsNothing, promotionIs, READ_PROMOTION, stepNames } from '../../testing/promotion-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { aTokenPair } from '../../testing/tokens.ts';

const TAKE = 'POST /api/subscription/promotion';

describe('subscribing', () => {
  const taken = {
    subscriptions: [
      aSubscription({ isPromo: true, currentPeriodEnd: '2026-07-10T00:00:00Z' }),
      aSubscription({
        id: 'sub_2',
        product: 'scope',
        isPromo: true,
        currentPeriodEnd: '2026-07-10T00:00:00Z',
        plan: { ...aSubscription().plan, displayName: 'Ultimate' },
      }),
    ],
    promotion: aPromotion(),
    transitionAtEnd: true,
  };
  const subscribe = async () => userEvent.setup().dblClick(await screen.findByRole('button', { name: 'Subscribe' }));

  test('[PR-02] [PR-04] posts the code it was given, once, and moves on to Promotion Redeemed with its three links', async () => {
    const sent: unknown[] = [];
    renderApp('/promotions/2-series?from=https%3A%2F%2Fdrive.arcwave.example%2Ffiles', {
      handlers: [
        promotionIs(),
        holdsNothing,
        newToken,
        answer(TAKE, async ({ request }) => {
          sent.push(await request.json());
          return taken;
        }),
      ],
    });
    await subscribe();
    const title = await screen.findByRole('heading', { name: 'Promotion Redeemed' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(sent).toEqual([{ promoCode: '2-series:K7' }]);
    expect(localStorage.getItem(PURCHASE_KEY), 'the other tabs are notified').not.toBeNull();
    expect(screen.getByText('Drive Starter').closest('li')?.textContent).toBe(
      'Drive Starter is free until Jul 10, 2026, then it renews.',
    );
    expect(screen.getByText(/^We'll charge/).textContent).toBe(
      "We'll charge $501.86 on Jul 10, 2026, and email you 7 days before.",
    );
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href('Open Drive')).toBe('https://drive.arcwave.example/');
    expect(href('Install Scope')).toBe('https://scope.arcwave.example/install');
    expect(href('Go to Account Home')).toBe('#/');
    expect(href('Back to Arcwave Drive')).toBe('https://drive.arcwave.example/files');
    expect(stepNames()).toEqual(['Promotion', 'Review', 'Confirmation']);
  });

  test('[PR-04] declined in the review, auto-renew stays declined: in the order, in the address and on the last page', async () => {
    const sent: unknown[] = [];
    const { user } = renderApp('/promotions/2-series?from=%2Fpayments', {
      handlers: [
        promotionIs(),
        holdsNothing,
        newToken,
        answer(TAKE, async ({ request }) => {
          sent.push(await request.json());
          return { ...taken, transitionAtEnd: false };
        }),
      ],
    });
    const renewal = await screen.findByRole('switch', { name: 'Auto-renew' });
    expect(renewal.getAttribute('aria-checked')).toBe('true');
    await user.click(renewal);
    await waitFor(() => expect(renewal.getAttribute('aria-checked')).toBe('false'));
    expect(location.hash).toBe('#/promotions/2-series?from=%2Fpayments&renew=off');
    expect(screen.getByText(/Does not auto-renew/).textContent).toContain('It ends on Jul 10, 2026');
    expect(screen.getAllByText('then it ends')).toHaveLength(2);
    expect(screen.queryByText('Charged then')).toBeNull();
    expect(screen.queryByText(/Visa/)).toBeNull();
    await subscribe();
    await screen.findByRole('heading', { name: 'Promotion Redeemed' });
    expect(sent).toEqual([{ promoCode: '2-series:K7', transitionAtEnd: false }]);
    expect(screen.getByText('Drive Starter').closest('li')?.textContent).toContain('then it ends.');
    expect(screen.queryByText(/^We'll charge/)).toBeNull();
  });

  test('[PR-04] on again: the order is the one without a choice', async () => {
    const sent: unknown[] = [];
    const { user } = renderApp('/promotions/2-series?renew=off', {
      handlers: [
        promotionIs(),
        holdsNothing,
        newToken,
        answer(TAKE, async ({ request }) => {
          sent.push(await request.json());
          return taken;
        }),
      ],
    });
    const renewal = await screen.findByRole('switch', { name: 'Auto-renew' });
    expect(renewal.getAttribute('aria-checked')).toBe('false');
    await user.click(renewal);
    expect(await screen.findByText('Charged then')).toBeDefined();
    await subscribe();
    await screen.findByRole('heading', { name: 'Promotion Redeemed' });
    expect(sent).toEqual([{ promoCode: '2-series:K7' }]);
  });

  test('[PR-04] [INV-9] another choice after a lost answer is sent under another key', async () => {
    const keys: (string | null)[] = [];
    const { user } = renderApp('/promotions/2-series', {
      handlers: [
        promotionIs(),
        holdsNothing,
        newToken,
        answer(TAKE, ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          if (keys.length === 1) return HttpResponse.error();
          return HttpResponse.json({ message: 'm', error: { type: 'PROMO_NOT_FOUND' } }, { status: 404 });
        }),
      ],
    });
    await subscribe();
    await screen.findByText('No connection.');
    await user.click(screen.getByRole('switch', { name: 'Auto-renew' }));
    await screen.findByText(/Does not auto-renew/);
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByText('Your account has already claimed this promotion')).toBeDefined();
    expect(new Set(keys).size).toBe(2);
  });

  test('[PR-04] a promotion of drive alone: there is no scope to install', async () => {
    const only = { ...taken, subscriptions: taken.subscriptions.filter(({ product }) => product === 'drive') };
    renderApp('/promotions/portal', { handlers: [promotionIs(), holdsNothing, newToken, answer(TAKE, only)] });
    await subscribe();
    await screen.findByRole('heading', { name: 'Promotion Redeemed' });
    expect(screen.getByRole('link', { name: 'Open Drive' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Install Scope' })).toBeNull();
  });

  test.each([
    ['INVALID', 'Your account is not eligible for this promotion', false],
    ['PROMO_NOT_AVAILABLE', 'Your account is not eligible for this promotion', false],
    ['PROMO_NOT_FOUND', 'Your account has already claimed this promotion', false],
    ['EXPORT_DENIED', "This product isn't available for your account", false],
    ['OPERATION_IN_PROGRESS', 'Your promotion is still being redeemed', true],
    ['PAYLOAD_TOO_LARGE', 'There was an error redeeming this promotion.', true],
    // INV-12: it may have been taken
    ['INTERNAL_ERROR', "We don't know if it was redeemed. Try again: a promotion is never taken twice.", true],
  ] as const)('[PR-05] %s: %s; is it still on offer: %s', async (type, words, offered) => {
    renderApp('/promotions/2-series', { handlers: [promotionIs(), holdsNothing, newToken, refuse(TAKE, type)] });
    await subscribe();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(words);
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(screen.queryByRole('button', { name: 'Subscribe' }) !== null).toBe(offered);
    expect(screen.queryByText(/free for 6 months/) !== null).toBe(offered);
  });

  test('[PR-02] an answer that was lost: the next press repeats it, also while the first still runs, and it ends confirmed', async () => {
    const keys: (string | null)[] = [];
    const { user } = renderApp('/promotions/2-series', {
      handlers: [
        promotionIs(),
        holdsNothing,
        newToken,
        answer(TAKE, ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          if (keys.length === 1) return HttpResponse.error();
          if (keys.length === 2)
            return HttpResponse.json({ message: 'm', error: { type: 'OPERATION_IN_PROGRESS' } }, { status: 409 });
          return { subscriptions: [aSubscription()], promotion: aPromotion(), transitionAtEnd: true };
        }),
      ],
    });
    await subscribe();
    await screen.findByText('No connection.');
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    await screen.findByText('Your promotion is still being redeemed');
    await user.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(await screen.findByRole('heading', { name: 'Promotion Redeemed' })).toBeDefined();
    expect(new Set(keys).size).toBe(1);
  });

  test('[PR-02] a look-up that began before the order does not replace it by saying that the promotion is claimed', async () => {
    const ordered = Promise.withResolvers<void>();
    const confirm = Promise.withResolvers<void>();
    let looks = 0;
    const { queries } = renderApp('/promotions/2-series', {
      handlers: [
        answer(READ_PROMOTION, async () => {
          looks += 1;
          if (looks === 1) return { promoCode: '2-series:K7', promotion: aPromotion() };
          await ordered.promise;
          return HttpResponse.json({ message: 'm', error: { type: 'PROMO_NOT_FOUND' } }, { status: 404 });
        }),
        holdsNothing,
        answer('GET /api/account/me', anAccount({ paymentMethod: null })),
        answer('GET /api/account/me/receipts', { receipts: [], data: { receipts: [] }, total: 0, nextCursor: null }),
        answer(TAKE, taken),
        answer('POST /api/auth/tokens', async () => {
          ordered.resolve();
          await confirm.promise;
          return aTokenPair();
        }),
      ],
    });
    await screen.findByRole('heading', { name: 'Add card' });
    server.use(answer('GET /api/account/me', anAccount()));
    dispatchEvent(new StorageEvent('storage', { key: BILLING_CHANGE_KEY })); // another tab added a card
    await waitFor(() => expect(looks).toBe(2));
    let alert: Element | null = null;
    const watch = new MutationObserver(() => {
      alert ??= screen.queryByRole('alert');
    });
    watch.observe(document.body, { childList: true, subtree: true });
    await subscribe();
    await waitFor(() => expect(queries.getQueryState(['promotion', '2-series'])?.status).toBe('error'));
    confirm.resolve();
    expect(await screen.findByRole('heading', { name: 'Promotion Redeemed' })).toBeDefined();
    watch.disconnect();
    expect(alert).toBeNull();
  });

  test('[PR-04] nothing is taken before it is known what gives way', async () => {
    const { user } = renderApp('/promotions/2-series', {
      handlers: [promotionIs(), refuse('GET /api/subscription/subscriptions', 'INTERNAL_ERROR')],
    });
    expect(await screen.findByText("We couldn't load your account.")).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
    server.use(holdsNothing);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined();
  });

  test('[PR-05] [EX-01] under review: the notice, the promotion is kept, and the button rests', async () => {
    renderApp('/promotions/2-series', {
      handlers: [
        promotionIs(),
        holdsNothing,
        newToken,
        answer(TAKE, () =>
          HttpResponse.json(
            { message: 'm', error: { type: 'NEEDS_REVIEW', message: 'm', held: true } },
            { status: 403 },
          ),
        ),
      ],
    });
    await subscribe();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('review of downloads');
    expect(alert.textContent).toContain('up to two U.S. business days');
    expect(alert.textContent).toContain("We'll keep the promotion for you");
    expect(screen.getByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', true);
  });
});
