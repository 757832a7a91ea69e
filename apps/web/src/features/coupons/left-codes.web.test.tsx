import type { CommandStatus } from '@foyer/contract/api/commands';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { leftKeys } from '../../lib/left-commands.ts';
import { aSubscription } from '../../testing/builders.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { aCoupon, couponsAre, newToken } from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

/** A code whose answer was lost: what the page says after a reload, or when the same code is typed again (INV-12). */

const REDEEM = '/codes/redeem';
const SUBSCRIBE = 'POST /api/subscription/subscriptions';
const LOOKUP = 'POST /api/coupon/coupons/lookup';
const OUTCOME = 'GET /api/account/me/commands/:idempotencyKey';

const done: CommandStatus = {
  status: 'done',
  subscriptionIds: ['sub_1'],
  receiptId: null,
  oneTimePurchaseId: null,
  paymentMethodId: null,
};
const refused: CommandStatus & { status: 'refused' } = {
  status: 'refused',
  httpStatus: 409,
  body: {
    message: 'm',
    error: {
      type: 'PREPAID_PLAN_MISMATCH',
      message: 'm',
      code: null,
      declineCode: null,
      field: null,
      requestId: 'r',
    },
  },
};

const held: CommandStatus = {
  ...refused,
  body: { ...refused.body, error: { ...refused.body.error, type: 'NEEDS_REVIEW', held: true } },
};

const lost = answer(SUBSCRIBE, () => new HttpResponse('<h1>502</h1>', { status: 502 }));
const withPlan = answer('GET /api/subscription/subscriptions', {
  subscriptions: [aSubscription({ id: 'sub_1' })],
  data: { subscriptions: [aSubscription({ id: 'sub_1' })] },
});

const type = async (user: ReturnType<typeof renderApp>['user'], code: string) => {
  await user.type(await screen.findByLabelText('Prepaid Code'), code);
  await user.click(screen.getByRole('button', { name: 'Check code' }));
};

/** Redeems a code without an answer. The server has no outcome yet. Returns the key. */
const loseCode = async (): Promise<string> => {
  const page = renderApp(REDEEM, { handlers: [newToken, couponsAre({ 'secret-code': () => aCoupon() }), lost] });
  await type(page.user, 'secret-code');
  await page.user.click(await screen.findByRole('button', { name: 'Redeem' }));
  await screen.findByText(/We don't know if it was redeemed/);
  page.unmount();
  const [key = ''] = leftKeys('code');
  return key;
};

beforeEach(() => sessionStorage.clear());

test('[INV-12] reloaded, the code was redeemed: the page says so and for which plan, and stores no code', async () => {
  const key = await loseCode();
  expect(key).not.toBe('');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/secret-code|xYz/);
  const asked: unknown[] = [];
  renderApp(REDEEM, {
    handlers: [
      newToken,
      withPlan,
      answer(OUTCOME, ({ params }) => {
        asked.push(params.idempotencyKey);
        return done;
      }),
    ],
  });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Your last code was redeemed.');
  await waitFor(() => expect(notice.textContent).toContain('You have Drive Starter with it.'));
  expect(asked).toEqual([key]);
  expect(leftKeys('code'), 'it is shown once').toEqual([]);
});

test.each<[string, CommandStatus, string]>([
  [
    'refused it',
    refused,
    "Your last code wasn't redeemed.You have a prepaid plan of another kindThe code can be redeemed when that plan has ended. It is unused.",
  ],
  [
    'never got it',
    { status: 'unknown' },
    "Your last code isn't redeemed yet.Enter it again. A code is never redeemed twice.",
  ],
])('[INV-12] reloaded, the server %s: the page says that it was not redeemed', async (_, outcome, text) => {
  await loseCode();
  renderApp(REDEEM, { handlers: [answer(OUTCOME, outcome)] });
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(leftKeys('code')).toEqual([]);
});

test('[INV-12] [EX-01] reloaded, the code waits for the review: the page does not say that it was not redeemed', async () => {
  await loseCode();
  renderApp(REDEEM, { handlers: [answer(OUTCOME, held)] });
  await waitFor(() => expect(leftKeys('code')).toEqual([]));
  expect(screen.queryByText(/wasn't redeemed/)).toBeNull();
});

test('[INV-12] reloaded while it runs: the page repeats the question until it knows', async () => {
  await loseCode();
  let calls = 0;
  renderApp(REDEEM, {
    handlers: [
      newToken,
      withPlan,
      answer(OUTCOME, (): CommandStatus => {
        calls += 1;
        return calls === 1 ? { status: 'running', attemptId: null } : done;
      }),
    ],
  });
  expect((await screen.findByRole('alert')).textContent).toBe('Your last code is still being redeemed.');
  expect(leftKeys('code')).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('was redeemed.'), { timeout: 5000 });
});

test('[INV-12] opened again before the server got the call: the page repeats the question until it knows', async () => {
  await loseCode();
  let calls = 0;
  renderApp(REDEEM, {
    handlers: [
      withPlan,
      answer(OUTCOME, (): CommandStatus => {
        calls += 1;
        return calls === 1 ? { status: 'unknown' } : done;
      }),
    ],
  });
  expect((await screen.findByRole('alert')).textContent).toContain("isn't redeemed yet.");
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('was redeemed.'), { timeout: 5000 });
});

test('[INV-12] reloaded and the server cannot be asked: the outcome stays unknown, also when the same code is typed', async () => {
  await loseCode();
  const { user } = renderApp(REDEEM, {
    handlers: [newToken, withPlan, refuse(LOOKUP, 'COUPON_REDEEMED'), offlineHandler(OUTCOME)],
  });
  expect((await screen.findByRole('alert')).textContent).toContain("We don't know if your last code was redeemed.");
  await type(user, 'secret-code');
  await screen.findByText('You have redeemed this code already.');
  expect(screen.getByText("We don't know if your last code was redeemed.")).toBeDefined();
  expect(screen.queryByText(/This code didn't work/)).toBeNull();

  server.use(answer(OUTCOME, done));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Your last code was redeemed.');
  expect(screen.queryByText(/This code didn't work/)).toBeNull();
});

test('[INV-12] the same code typed again in the same page: its first outcome is shown, not that it did not work', async () => {
  const { user } = renderApp(REDEEM, {
    handlers: [newToken, couponsAre({ 'secret-code': () => aCoupon() }), lost],
  });
  await type(user, 'secret-code');
  await user.click(await screen.findByRole('button', { name: 'Redeem' }));
  await screen.findByText(/We don't know if it was redeemed/);
  server.use(withPlan, answer(OUTCOME, done), refuse(LOOKUP, 'COUPON_REDEEMED'));
  await user.click(screen.getByRole('button', { name: 'Use another' }));
  await screen.findByText('Your last code was redeemed.');
  expect(screen.queryByText(/This code didn't work/)).toBeNull();
});

test('[INV-12] several codes, reloaded in the middle: those without an answer are asked for', async () => {
  const page = renderApp(REDEEM, {
    handlers: [
      newToken,
      couponsAre({ one: () => aCoupon({ id: 'one' }), two: () => aCoupon({ id: 'two' }) }),
      answer(SUBSCRIBE, () => new HttpResponse('<h1>502</h1>', { status: 502 })),
    ],
  });
  await page.user.click(await screen.findByLabelText('Prepaid Code'));
  await page.user.paste('one\ntwo');
  await page.user.click(await screen.findByRole('button', { name: 'Check codes' }));
  await page.user.click(await screen.findByRole('button', { name: 'Redeem 2 codes' }));
  await screen.findByRole('heading', { name: '0 of 2 codes redeemed' });
  page.unmount();
  expect(leftKeys('code')).toHaveLength(2);
  renderApp(REDEEM, { handlers: [newToken, withPlan, answer(OUTCOME, done)] });
  expect((await screen.findByRole('alert')).textContent).toContain('Your last 2 codes were redeemed.');
});

test('[INV-12] [CD-01] a redeemed code pasted beside another: it is redeemed, and not one that did not work', async () => {
  const { user } = renderApp(REDEEM, { handlers: [refuse(LOOKUP, 'COUPON_REDEEMED')] });
  await user.click(await screen.findByLabelText('Prepaid Code'));
  await user.paste('one\ntwo');
  await user.click(await screen.findByRole('button', { name: 'Check codes' }));
  await screen.findByRole('heading', { name: '0 of 2 codes can be redeemed' });
  const row = screen.getByText('one').closest('tr');
  await waitFor(() => expect(row?.textContent).toBe('oneYou have redeemed this code already. Redeemed'));
});

test('[INV-12] another code that was redeemed before, while an outcome is unknown: the page says so', async () => {
  await loseCode();
  const { user } = renderApp(REDEEM, { handlers: [refuse(LOOKUP, 'COUPON_REDEEMED'), offlineHandler(OUTCOME)] });
  await screen.findByText("We don't know if your last code was redeemed.");
  await type(user, 'another');
  expect(await screen.findByText('You have redeemed this code already.')).toBeDefined();
});
