import type { CommandStatus } from '@foyer/contract/api/commands';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { leftKeys } from '../../lib/left-commands.ts';
import { newClaims } from '../../testing/drive-answers.ts';
import { answer, offlineHandler } from '../../testing/handlers.ts';
import { aCoupon, EXTEND, ends, extensionsAre, OPTIONS, openLicence } from '../../testing/licence-answers.ts';
import { server } from '../../testing/server.ts';
// loaded before the time of a test begins
import '../../shared/orders/left-codes.tsx';

/** Page of a license after a reload, when the answer to a code of maintenance was lost (INV-12). */

const OUTCOME = 'GET /api/account/me/commands/:idempotencyKey';
const until = '2028-06-30T00:00:00Z';
const coupon = aCoupon({
  tierName: 'Professional',
  isMaintenance: true,
  maintenanceMonths: 24,
  effect: {
    action: 'extends_maintenance',
    subscriptionId: 'sub_7',
    from: ends,
    until,
    replaces: null,
    endsTrial: null,
    freeTime: null,
    exchange: null,
    creditCents: 0,
  },
});
const done: CommandStatus = {
  status: 'done',
  subscriptionIds: ['sub_7'],
  receiptId: null,
  oneTimePurchaseId: null,
  paymentMethodId: null,
};
const refusedWith = (type: 'INVALID_COUPON_TIER' | 'NEEDS_REVIEW', held?: true): CommandStatus => ({
  status: 'refused',
  httpStatus: 409,
  body: {
    message: 'm',
    error: { type, message: 'm', code: null, declineCode: null, field: null, requestId: 'r', ...(held && { held }) },
  },
});
const lookup = answer('POST /api/coupon/coupons/lookup', coupon);
const NOT_REDEEMED = "Your last code wasn't redeemed.";

const goTo = (path: string) =>
  act(() => {
    location.hash = `#${path}`;
  });

/** Redeems a code on the page, without an answer. The server has no outcome yet. */
const loseCode = async (keys: (string | null)[] = []) => {
  const page = openLicence([
    newClaims,
    lookup,
    answer(EXTEND, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return Response.error();
    }),
  ]);
  await redeem(page);
  await screen.findByText(/We don't know if/);
  return page;
};

const redeem = async ({ user }: ReturnType<typeof openLicence>) => {
  await user.click(await screen.findByRole('radio', { name: 'Redeem Code' }));
  await user.type(await screen.findByLabelText('Prepaid Code'), 'secret-code');
  await user.click(screen.getByRole('button', { name: 'Check code' }));
  await user.click(await screen.findByRole('button', { name: 'Redeem' }));
};

/** Loses a code, and reloads the page. Returns its key. */
const loseAndReload = async (...handlers: Parameters<typeof openLicence>): Promise<string> => {
  await loseCode();
  const [key = ''] = leftKeys('code');
  cleanup();
  server.resetHandlers();
  openLicence(...handlers);
  return key;
};

beforeEach(() => sessionStorage.clear());

test('[INV-12] [MA-04] reloaded, the code was redeemed: the page says so and shows the new end, and stores no code', async () => {
  await loseCode();
  const [key] = leftKeys('code');
  expect(key).toBeDefined();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/secret-code|9X/);
  cleanup();
  const asked: unknown[] = [];
  openLicence([
    newClaims,
    extensionsAre({ maintenanceEnds: until }),
    answer(OUTCOME, ({ params }) => {
      asked.push(params.idempotencyKey);
      return done;
    }),
  ]);
  expect((await screen.findByRole('alert')).textContent).toContain('Your last code was redeemed.');
  expect(asked).toEqual([key]);
  expect(leftKeys('code'), 'it is shown once').toEqual([]);
});

test.each<[string, CommandStatus, string]>([
  [
    'refused it',
    refusedWith('INVALID_COUPON_TIER'),
    `${NOT_REDEEMED}The extension tier doesn't match your plan.The code is unused`,
  ],
  [
    'never got it',
    { status: 'unknown' },
    `Your last code isn't redeemed yet.Enter it again. A code is never redeemed twice.`,
  ],
  ['waits for the review', refusedWith('NEEDS_REVIEW', true), "Your last code isn't redeemed yet.Account Pending"],
])('[INV-12] [MA-04] reloaded, the server %s: the page says so', async (_, outcome, text) => {
  await loseAndReload([answer(OUTCOME, outcome)]);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(leftKeys('code')).toEqual([]);
});

test('[INV-12] reloaded and the server cannot be asked: the outcome stays unknown until it can', async () => {
  const key = await loseAndReload([newClaims, offlineHandler(OUTCOME)]);
  expect((await screen.findByRole('alert')).textContent).toContain("We don't know if your last code was redeemed.");
  expect(leftKeys('code')).toEqual([key]);
});

test('[INV-12] [MA-04] the answer arrives with the next click: the page has nothing to ask for', async () => {
  const keys: (string | null)[] = [];
  const { user } = await loseCode(keys);
  server.use(answer(EXTEND, { oneTimePurchaseId: 'otp_1', status: 'success', newExpiration: until }));
  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  await waitFor(() => expect(leftKeys('code')).toEqual([]));
});

test('[INV-12] left and opened again without a reload: the outcome is shown once, and the next order needs no question', async () => {
  const keys: (string | null)[] = [];
  const page = await loseCode(keys);
  goTo('/nowhere');
  await screen.findByText('Page not found');
  server.use(offlineHandler(OPTIONS), answer(OUTCOME, refusedWith('INVALID_COUPON_TIER')));
  goTo('/subscriptions/scope/sub_7');
  expect((await screen.findByRole('alert')).textContent).toContain(NOT_REDEEMED);
  await waitFor(() => expect(page.queries.isFetching()).toBe(0));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByText(/your order|first order/i), 'it is about a code').toBeNull();
  server.use(answer(OUTCOME, { status: 'unknown' }));
  await redeem(page);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).not.toBe(keys[0]);
});
