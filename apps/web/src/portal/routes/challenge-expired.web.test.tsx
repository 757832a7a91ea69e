import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { describe, expect, test } from 'vitest';
import { anAccount } from '../../testing/builders.ts';
import { all, newClaims, orderReply, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { BUY, openIot, PAY, ready } from '../../testing/iot-answers.ts';
import { EXTEND, LICENCE, openLicence, payButton } from '../../testing/licence-answers.ts';
import { cardToken, fillInCard, openPaymentsOf, receiptsAre } from '../../testing/payment-answers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';
import { withConfig } from '../../testing/with-config.ts';

withConfig({ gateway: 'sandbox' });

/** A question of a bank that nobody answers in time (PM-09): it ends by itself after 23 h, page or no page. */

const CONFIRM = 'POST /api/account/me/payment_attempts/:id/confirm';
const SAVE = 'POST /api/account/me/payment_methods';
const OVER = 'The time to confirm with your bank is over';

const asks = (kind: 'setup' | 'payment' = 'payment') => ({
  code: 'authentication_required',
  action: { attemptId: 'att_1', kind, gateway: 'sandbox', clientSecret: 's', url: '/sandbox/3ds/1' },
});
const ranOut = refuse(CONFIRM, 'EXPIRED', { code: 'ran_out' });
const unpaidReceipt = aReceipt({ id: 'inv_1', status: 'Unpaid', isPaid: false, amountDueCents: 2165 });
const clock = answer('GET /api/account/me/clock', { status: 'ready', now: '2026-03-12T10:24:00Z' });
const shop = [subscriptionsAre(), quoteIs(), newClaims, refuse(BUY, 'StripeCardError', asks())];
const scope = '/subscriptions/scope?package=starter&step=review&pay=now';

interface Begun {
  readonly user: ReturnType<typeof renderApp>['user'];
  readonly press: () => Promise<void>;
  readonly again: () => ReturnType<typeof renderApp>;
}

const makeBegun = (open: () => ReturnType<typeof renderApp>, button: () => Promise<HTMLElement>): Begun => {
  const { user } = open();
  return { user, press: async () => user.click(await button()), again: open };
};

const pages: [string, () => Begun, next: string][] = [
  [
    'drive',
    () =>
      makeBegun(
        () => renderApp(REVIEW, { handlers: [all, ...shop] }),
        () => ready('Pay $324.62'),
      ),
    'Nothing was charged. Try again to restart the confirmation.',
  ],
  [
    'scope',
    () =>
      makeBegun(
        () => renderApp(scope, { handlers: [tieredPlansAre(...scopePlans), ...shop] }),
        () => ready('Pay $324.62'),
      ),
    'Nothing was charged. Try again to restart the confirmation.',
  ],
  [
    'IoT',
    () =>
      makeBegun(
        () => openIot([newClaims, refuse(BUY, 'StripeCardError', asks())], '?plan=pln_iot_individual_yearly&pay=now'),
        () => ready(PAY),
      ),
    'Nothing was charged. Try again to restart the confirmation.',
  ],
  [
    'the licence',
    () =>
      makeBegun(
        () =>
          openLicence(
            [receiptsAre(), clock, refuse(EXTEND, 'StripeCardError', asks())],
            `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`,
          ),
        () => payButton(),
      ),
    'Nothing was charged. Try again to restart the confirmation.',
  ],
  [
    'Pay now',
    () =>
      makeBegun(
        () =>
          renderApp('/payments', {
            handlers: [
              receiptsAre(unpaidReceipt),
              answer(
                'GET /api/account/me',
                anAccount({ openAmountCents: 2165, openPayments: openPaymentsOf([unpaidReceipt]) }),
              ),
              refuse('POST /api/account/me/receipts/:id/pay', 'StripeCardError', asks()),
            ],
          }),
        () => screen.findByRole('button', { name: 'Pay $21.65' }),
      ),
    'Nothing was charged. Try again to restart the confirmation.',
  ],
  [
    'a card',
    () => {
      const open = () =>
        renderApp('/payments/method', {
          handlers: [receiptsAre(), cardToken, refuse(SAVE, 'StripeCardError', asks('setup'))],
        });
      const { user } = open();
      const press = async () => {
        await fillInCard(user);
        await user.click(screen.getByRole('button', { name: 'Save card' }));
      };
      return { user, press, again: open };
    },
    "The time to confirm with your bank is overYour card wasn't saved. Please try again or contact support.",
  ],
];

describe.each(pages)('[PM-09] %s', (page, open, next) => {
  test('while its page stands: that it ran out is said, that nothing was charged, and what to do', async () => {
    const { user, press } = open();
    await press();
    await screen.findByRole('link', { name: 'Confirm with your bank' });
    server.use(ranOut);
    await user.click(screen.getByRole('button', { name: 'I have confirmed' }));
    const notice = await screen.findByText(new RegExp(OVER));
    const alert = notice.closest('[role=alert]');
    expect(alert?.textContent).toContain(next);
    if (page !== 'a card') expect(alert?.textContent).toContain(OVER);
    expect(sessionStorage.getItem('foyer.drafts') ?? '', 'it is over').not.toContain('att_1');
  });

  test('behind a reload: it does not vanish without a word, and is said once', async () => {
    const { press, again } = open();
    await press();
    await screen.findByRole('link', { name: 'Confirm with your bank' });
    cleanup();
    again();
    server.use(ranOut);
    const notice = (await screen.findByText(OVER)).closest('[role=alert]');
    const lost = page === 'a card' ? "Your card wasn't saved." : 'Nothing was charged.';
    expect(notice?.textContent).toBe(`${OVER}${lost} Try again to restart the confirmation.`);
    expect(sessionStorage.getItem('foyer.drafts') ?? '').not.toContain('att_1');
  });
});

test.each(pages)(
  '[PM-08] [PM-09] %s: declined behind a reload, an order that is not listed leads to another card',
  async (page, open) => {
    const { press, again } = open();
    await press();
    await screen.findByRole('link', { name: 'Confirm with your bank' });
    const place = location.hash.slice(1);
    cleanup();
    again();
    server.use(refuse(CONFIRM, 'StripeCardError', { message: 'Your card was declined.' }));
    await screen.findByText('Your card was declined.');
    const links = within(screen.getByRole('alert')).queryAllByRole('link');
    const isOrder = page !== 'Pay now' && page !== 'a card';
    const way = `#/payments/method?returnPath=${encodeURIComponent(place)}`;
    expect(links.map((link) => link.getAttribute('href'))).toEqual(isOrder ? [way] : []);
  },
);

const payments = (...handlers: RequestHandler[]) => renderApp('/payments', { handlers: [...handlers, receiptsAre()] });
const openChallenge = {
  attemptId: 'att_1',
  kind: 'order' as const,
  product: 'drive' as const,
  subscriptionId: null,
  receiptId: 'inv_1',
  description: 'Drive Starter, yearly',
  amountCents: 32462,
};
const accountHandler = answer('GET /api/account/me', anAccount({ openChallenges: [openChallenge] }));
const asking = refuse(CONFIRM, 'StripeCardError', asks());

test('[PM-09] one that an earlier page left and that ran out: the same words, also behind a second reload', async () => {
  payments(accountHandler, asking);
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  cleanup();
  payments(ranOut);
  expect((await screen.findByRole('alert')).textContent).toContain(OVER);
});

/** What this tab keeps of questions, once the look at them has been answered. */
const storedDrafts = () => sessionStorage.getItem('foyer.drafts') ?? '';

test.each([
  ['paid meanwhile', answer(CONFIRM, aReceipt({ id: 'inv_1' })), false],
  ['ended by a newer try, which may have been paid', refuse(CONFIRM, 'EXPIRED'), false],
  ['not to be asked about now', refuse(CONFIRM, 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' }), true],
])('[PM-09] one that is in no list any more and is %s: nothing is said of it', async (_how, now, stays) => {
  payments(accountHandler, asking);
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  cleanup();
  let looks = 0;
  server.events.on('response:mocked', ({ request }) => {
    if (request.url.endsWith('/confirm')) looks += 1;
  });
  payments(now);
  await screen.findByText('No past payments');
  if (stays) {
    // the look is over when another one is made
    await waitFor(() => expect(looks).toBe(1));
    await waitFor(() => {
      window.dispatchEvent(new Event('focus'));
      expect(looks).toBeGreaterThan(1);
    });
  } else await waitFor(() => expect(storedDrafts()).not.toContain('att_1'));
  server.events.removeAllListeners();
  expect(storedDrafts().includes('att_1')).toBe(stays);
  expect(screen.queryByRole('alert')).toBeNull();
  // a page opened anew within one test has its heading focused (focus-on-change.tsx), and no more than that
  expect(['BODY', 'H1']).toContain(document.activeElement?.tagName);
  expect(screen.queryByText('Your bank wants you to confirm')).toBeNull();
});

test('[PM-09] replaced by a newer try that was paid, it is not said that nothing was charged', async () => {
  const [, drive] = pages[0] as (typeof pages)[number];
  const { press, again } = drive();
  await press();
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  cleanup();
  const { user } = again();
  server.use(
    refuse(CONFIRM, 'EXPIRED'),
    answer(BUY, orderReply),
    answer('GET /api/account/me', anAccount()),
    newClaims,
  );
  await user.click(await ready('Pay $324.62'));
  await waitFor(() => expect(location.hash).not.toContain('step=review'));
  cleanup();
  again();
  await ready('Pay $324.62');
  await waitFor(() => expect(storedDrafts()).not.toContain('att_1'));
  expect(screen.queryByText('There is nothing left to confirm')).toBeNull();
});

test.each([
  ['of a listed receipt', [{ ...openChallenge, kind: 'receipt' as const }], '#/receipt/inv_1'],
  ['of an order, which is ordered again elsewhere', [openChallenge], undefined],
])('[PM-09] on the page of the card, a question %s: the way to the button that pays it', async (_, open, href) => {
  renderApp('/payments/method', {
    handlers: [receiptsAre(), ranOut, answer('GET /api/account/me', anAccount({ openChallenges: open }))],
  });
  if (href === undefined) return expect(await screen.findByLabelText('Card number')).toBeDefined();
  await screen.findByText(OVER);
  expect(screen.getByRole('link', { name: 'Pay it' }).getAttribute('href')).toBe(href);
});

test('[PM-09] on the page of the card, one that ran out behind a reload: the way to the receipt it was about', async () => {
  const question = anAccount({ openChallenges: [{ ...openChallenge, kind: 'receipt' as const }] });
  renderApp('/payments/method', { handlers: [receiptsAre(), asking, answer('GET /api/account/me', question)] });
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  cleanup();
  renderApp('/payments/method', { handlers: [receiptsAre(), ranOut] });
  await screen.findByText(OVER);
  expect(screen.getByRole('link', { name: 'Pay it' }).getAttribute('href')).toBe('#/receipt/inv_1');
});
