import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { aCoupon, couponsAre, newToken } from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const SUBSCRIBE = 'POST /api/subscription/subscriptions';
const subscription = aSubscription({ isPrepaid: true });
const redemptionReply = { id: subscription.id, subscription, receipt: null };

test('[INV-12] a fault: nobody claims to know how it ended, and the next press repeats it under its key', async () => {
  const keys: (string | null)[] = [];
  const { user } = renderApp('/codes/redeem', {
    handlers: [
      newToken,
      couponsAre({ code: () => aCoupon() }),
      answer(SUBSCRIBE, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? new HttpResponse('<h1>502</h1>', { status: 502 }) : redemptionReply;
      }),
    ],
  });
  await user.type(await screen.findByLabelText('Prepaid Code'), 'code');
  await user.click(screen.getByRole('button', { name: 'Check code' }));
  await user.click(await screen.findByRole('button', { name: 'Redeem' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    "We don't know if it was redeemed. Try again: a code is never redeemed twice.",
  );
  await user.click(screen.getByRole('button', { name: 'Redeem' }));
  expect(await screen.findByRole('heading', { name: 'Prepaid Code Redeemed' })).toBeDefined();
  expect(keys[1]).toBe(keys[0]);
});

test('[CD-03] a code of one’s own that is used up: that it was redeemed is said', async () => {
  const { user } = renderApp('/codes/redeem', {
    handlers: [refuse('POST /api/coupon/coupons/lookup', 'COUPON_REDEEMED')],
  });
  await user.type(await screen.findByLabelText('Prepaid Code'), 'code');
  await user.click(screen.getByRole('button', { name: 'Check code' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You have redeemed this code already.');
});

test('[CD-05] a discount that fits only what is prepaid: why it is of no use now, and that it is kept', async () => {
  const { user } = renderApp('/codes/redeem', {
    handlers: [refuse('POST /api/coupon/coupons/lookup', 'PREPAID_NOT_MODIFIABLE')],
  });
  await user.type(await screen.findByLabelText('Prepaid Code'), 'code');
  await user.click(screen.getByRole('button', { name: 'Check code' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You have a prepaid plan of this productThe code can be redeemed when that plan has ended. It is unused.',
  );
});
