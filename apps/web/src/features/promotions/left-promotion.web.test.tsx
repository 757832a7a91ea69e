import type { CommandStatus } from '@foyer/contract/api/commands';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { leftKeys } from '../../lib/left-commands.ts';
import { aMe, aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { aPromotion, newToken } from '../../testing/offer-answers.ts';
import { holdsNothing, promotionIs, READ_PROMOTION } from '../../testing/promotion-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

/** A promotion whose answer was lost: what the page says after a reload (INV-12). */

const PAGE = '/promotions/2-series';
const OUTCOME = 'GET /api/account/me/commands/:idempotencyKey';

const done: CommandStatus = {
  status: 'done',
  subscriptionIds: ['sub_9'],
  receiptId: null,
  oneTimePurchaseId: null,
  paymentMethodId: null,
};
const claimed = refuse(READ_PROMOTION, 'PROMO_NOT_FOUND');
const withPlan = subscriptionsAre(
  aSubscription({ id: 'sub_9', isPromo: true, currentPeriodEnd: '2026-07-10T00:00:00Z', transitionAtEnd: true }),
);

const noticeOf = async (title: string) => (await screen.findByText(title)).parentElement as HTMLElement;

const losePromotion = async () => {
  const page = renderApp(PAGE, {
    handlers: [promotionIs(), holdsNothing, newToken, offlineHandler('POST /api/subscription/promotion')],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  await screen.findByText('No connection.');
  page.unmount();
  expect(leftKeys('promotion')).toHaveLength(1);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('2-series');
};

beforeEach(() => sessionStorage.clear());

test('[INV-12] [PR-02] reloaded, the promotion was redeemed: the page confirms it, not that it was claimed before', async () => {
  await losePromotion();
  renderApp(PAGE, { handlers: [claimed, withPlan, newToken, answer(OUTCOME, done)] });
  expect(await screen.findByRole('heading', { name: 'Promotion Redeemed' })).toBeDefined();
  expect(screen.getByText('Drive Starter').closest('li')?.textContent).toBe(
    'Drive Starter is free until Jul 10, 2026, then it renews.',
  );
  expect(screen.queryByText(/already claimed/)).toBeNull();
  expect(leftKeys('promotion')).toEqual([]);
});

test('[INV-12] reloaded, the server never got it: the page says so and offers it', async () => {
  await losePromotion();
  renderApp(PAGE, { handlers: [promotionIs(), holdsNothing] });
  expect((await screen.findByRole('alert')).textContent).toBe("Your last promotion isn't redeemed yet.");
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined();
});

test('[INV-12] reloaded and the server cannot be asked: nothing is offered before the outcome is known', async () => {
  await losePromotion();
  const { user } = renderApp(PAGE, { handlers: [claimed, withPlan, newToken, offlineHandler(OUTCOME)] });
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert.textContent).toContain("We don't know if your last promotion was redeemed."));
  expect(screen.queryByText(/already claimed/)).toBeNull();
  server.use(answer(OUTCOME, done));
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Promotion Redeemed' })).toBeDefined();
});

const refused = (type: string, held = false): CommandStatus => ({
  status: 'refused',
  httpStatus: 403,
  body: {
    message: 'm',
    error: { type, message: 'm', code: null, declineCode: null, field: null, requestId: 'r', held },
  },
});

test('[INV-12] [PR-05] reloaded, the server refused it: the page says why and offers it', async () => {
  await losePromotion();
  renderApp(PAGE, { handlers: [promotionIs(), holdsNothing, answer(OUTCOME, refused('PROMO_NOT_AVAILABLE'))] });
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toContain("Your last promotion wasn't redeemed.Your account is not eligible for this promotion");
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', false);
});

test('[INV-12] [EX-01] reloaded, it waits for the review: the page says so and offers nothing', async () => {
  await losePromotion();
  renderApp(PAGE, { handlers: [promotionIs(), holdsNothing, answer(OUTCOME, refused('NEEDS_REVIEW', true))] });
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toContain('Account Pending');
  expect(textContent).toContain("We'll keep the promotion for you and start it when you're cleared.");
  expect(screen.queryByText(/wasn't redeemed/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', true);
});

test('[INV-12] [EX-01] another promotion is opened while one waits for the review: the page says so and offers the other', async () => {
  await losePromotion();
  const held = answer(OUTCOME, refused('NEEDS_REVIEW', true));
  renderApp('/promotions/other', { handlers: [promotionIs(aPromotion({ name: 'other' })), holdsNothing, held] });
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toContain('Your last promotion waits for the review.');
  expect(textContent).toContain("We'll keep the promotion for you and start it when you're cleared.");
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', false);
});

/** The account is under review, which holds the promotion 2-series. */
const inReview = [
  answer('GET /api/auth/me', aMe({ user: { exportPending: true } })),
  answer('GET /api/auth/me/ecac-status', {
    isPending: true,
    status: 'pending',
    answerBy: '2026-11-30',
    held: [{ kind: 'promotion', name: '2-series', heldAt: '2026-11-25T00:00:00Z', releasedAt: '2026-12-25T00:00:00Z' }],
  }),
];
const kept = "We'll keep the promotion for you and start it when you're cleared.";

test('[EX-01] a promotion that waits for the review is opened again: its page says so in the same words and offers nothing', async () => {
  renderApp(PAGE, { handlers: [promotionIs(), holdsNothing, ...inReview] });
  const { textContent } = await noticeOf('Account Pending');
  expect(textContent).toContain('requires a review of downloads. Clearance takes up to two U.S. business days.');
  expect(textContent).toContain(kept);
  expect(screen.getByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[EX-01] the page without a code says that a promotion waits for the review, above its form', async () => {
  renderApp('/promotions', { handlers: [holdsNothing, ...inReview] });
  const { textContent } = await noticeOf('Your last promotion waits for the review.');
  expect(textContent).toContain(kept);
  expect(screen.getByRole('textbox', { name: 'Promotion code' })).toBeDefined();
});

test('[EX-01] a promotion beside one that waits for the review is offered', async () => {
  renderApp('/promotions/other', { handlers: [promotionIs(aPromotion({ name: 'other' })), holdsNothing, ...inReview] });
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toHaveProperty('disabled', false);
  expect(screen.queryByText('Account Pending')).toBeNull();
});

test('[INV-12] [PR-02] a promotion that was claimed before is opened after another one was redeemed: it shows no plans of the other', async () => {
  await losePromotion();
  renderApp('/promotions/other', { handlers: [claimed, withPlan, newToken, answer(OUTCOME, done)] });
  expect(await screen.findByText(/already claimed/)).toBeDefined();
  expect(screen.getByText('Your last promotion was redeemed.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Promotion Redeemed' })).toBeNull();
  expect(screen.queryByText('Drive Starter')).toBeNull();
});

test('[INV-12] the code was typed on the page of promotions: reloaded at its address, it was redeemed', async () => {
  const { user, unmount } = renderApp('/promotions', {
    handlers: [promotionIs(), holdsNothing, newToken, offlineHandler('POST /api/subscription/promotion')],
  });
  await user.type(await screen.findByRole('textbox'), '2-series');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  await screen.findByText('No connection.');
  unmount();
  renderApp(PAGE, { handlers: [claimed, withPlan, newToken, answer(OUTCOME, done)] });
  expect(await screen.findByRole('heading', { name: 'Promotion Redeemed' })).toBeDefined();
});

test('[INV-12] another promotion is opened after it was redeemed: the page says so and offers the other one', async () => {
  await losePromotion();
  const other = aPromotion({
    name: 'other',
    grants: aPromotion().grants.map((grant) => ({ ...grant, planName: 'Professional' })),
  });
  renderApp('/promotions/other', { handlers: [promotionIs(other), withPlan, newToken, answer(OUTCOME, done)] });
  expect((await screen.findByRole('alert')).textContent).toContain('Your last promotion was redeemed.');
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Promotion Redeemed' })).toBeNull();
});
