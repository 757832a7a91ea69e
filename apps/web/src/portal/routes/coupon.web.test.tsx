import type { Plan } from '@foyer/contract/api/shapes';
import { errorStatus } from '@foyer/contract/vocabulary/error-types';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { aCycle, aPlan, aQuote } from '../../testing/builders.ts';
import { all, basic, DRIVE, newClaims, orderReply, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { aCoupon, aDiscount, couponsAre } from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { starter } from '../../testing/tiered-answers.ts';

/** CD-05 in the review of an order. The server takes 20 % off whatever is quoted with the coupon. */

const quotes = (asked: unknown[] = []) =>
  answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
    const order = (await request.json()) as { couponId?: string };
    asked.push(order.couponId ?? null);
    return order.couponId
      ? aQuote({ subtotal: 29988, discount: 5998, tax: 1979, total: 25969, amountDueCents: 25969 })
      : aQuote();
  });

const coupons = couponsAre({
  off20: () => aDiscount(),
  SPRING_off20: () => aDiscount(),
  prepaid: () => aCoupon(),
  pro: () => aDiscount({ id: 'SPRING_pro', plans: ['pln_drive_pro_yearly'] }),
});

const type = async (user: ReturnType<typeof renderApp>['user'], code: string) => {
  await user.click(await screen.findByRole('button', { name: 'Have a coupon?' }));
  await screen.findByLabelText('Have a coupon?'); // it has the focus
  await user.paste(code);
  await user.click(screen.getByRole('button', { name: 'Apply coupon' }));
};

test('[CD-05] a coupon in the review: quote, button and order agree, and the address keeps it', async () => {
  let ordered: unknown;
  const { user } = renderApp(REVIEW, {
    handlers: [
      all,
      subscriptionsAre(),
      coupons,
      quotes(),
      newClaims,
      answer('POST /api/subscription/subscriptions', async ({ request }) => {
        ordered = await request.json();
        return orderReply;
      }),
    ],
  });
  await type(user, ' off20 ');
  const pay = await screen.findByRole('button', { name: 'Pay $259.69' });
  expect(screen.getByText('Discount').closest('div')?.textContent).toContain('−$59.98');
  await waitFor(() => expect(location.hash).toContain('coupon=SPRING_off20'));
  expect(location.hash).toContain('step=review');
  await waitFor(() => expect(pay).toHaveProperty('disabled', false));
  await user.click(pay);
  await waitFor(() =>
    expect(ordered).toEqual({
      id: 'pln_drive_starter',
      interval: 'yearly',
      couponId: 'SPRING_off20',
      expectedTotalCents: 25969,
    }),
  );
});

test('[CD-05] ?coupon= is used at once, and nothing is quoted without it first', async () => {
  const asked: unknown[] = [];
  const { user } = renderApp(`${REVIEW}&coupon=SPRING_off20`, {
    handlers: [all, subscriptionsAre(), coupons, quotes(asked)],
  });
  await screen.findByRole('button', { name: 'Pay $259.69' });
  expect(asked).toEqual(['SPRING_off20']);
  await user.click(await screen.findByRole('button', { name: 'Remove coupon' }));
  await screen.findByRole('button', { name: 'Pay $324.62' });
  expect(location.hash).not.toContain('coupon');
});

const lowered = aPlan({
  billingCycles: [
    aCycle({ interval: 'monthly', intervalId: 'pln_drive_starter_monthly', amount: 2975 }),
    aCycle({ discountedAmount: 23990, discounted: true }),
  ],
});
const tiered = (plan: Plan) => ({ ...starter(), ...plan });

test('[CD-05] the plan cards show what the coupon makes of their prices, and the review gets it', async () => {
  const asked: string[] = [];
  const plans = answer('GET /api/subscription/v2/plans', ({ request }) => {
    const coupon = new URL(request.url).searchParams.get('coupon');
    if (coupon !== null) asked.push(coupon);
    const answered = [tiered(coupon === null ? aPlan() : lowered), tiered(basic)];
    return { plans: answered, data: { plans: answered }, features: [], trialDays: 14 };
  });
  const { user } = renderApp(`${DRIVE}?coupon=SPRING_off20`, { handlers: [subscriptionsAre(), coupons, plans] });
  const yearly = await screen.findByRole('radio', { name: /Yearly.*\$239\.90.*\/yr.*instead of ?\$299\.88/ });
  expect(screen.getByRole('radio', { name: /Monthly.*\$29\.75/ }).closest('label')?.textContent).not.toContain(
    'instead',
  );
  expect(await screen.findByText('20% discount')).toBeDefined();
  expect(asked).toEqual(['SPRING_off20']);
  await user.click(yearly);
  await waitFor(() => expect(location.hash).toContain('plan='));
  expect(location.hash).toContain('coupon=SPRING_off20');
  expect(screen.getByRole('link', { name: 'Choose plan' }).closest('section')?.textContent).toContain(
    '$239.90/yr plus tax',
  );
});

/** Lists the plans, and refuses to list them with a coupon. */
const refusesCoupons = answer('GET /api/subscription/v2/plans', ({ request }) => {
  const plans = [tiered(aPlan())];
  if (!new URL(request.url).searchParams.has('coupon')) return { plans, data: { plans }, features: [], trialDays: 14 };
  const type = 'PLANS_NOT_SUPPORTED';
  return HttpResponse.json({ message: type, error: { type, message: type } }, { status: errorStatus[type] });
});

test.each([
  ['unknown', "This code didn't work."],
  ['prepaid', "This code didn't work."],
  ['SPRING_off20', 'This code does not apply to the plans shown.'],
])('[CD-05] %s where plans are chosen: said, and the prices are the whole ones', async (code, words) => {
  renderApp(`${DRIVE}?coupon=${code}`, {
    handlers: [refusesCoupons, subscriptionsAre(), coupons],
  });
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByRole('radio', { name: /Yearly.*\$299\.88/ })).toBeDefined();
});

test('[CD-05] a coupon that could not be checked where plans are chosen: the reason, and the whole prices', async () => {
  renderApp(`${DRIVE}?coupon=off20`, {
    handlers: [offlineHandler('POST /api/coupon/coupons/lookup'), all, subscriptionsAre()],
  });
  expect(await screen.findByText('No connection.')).toBeDefined();
  expect(screen.getByText('The prices are shown without it.')).toBeDefined();
  expect(screen.getByRole('radio', { name: /Yearly.*\$299\.88/ })).toBeDefined();
});

test('[CD-05] too many tries where plans are chosen: how long to wait, and the whole prices', async () => {
  const limited = refuse('POST /api/coupon/coupons/lookup', 'RATE_LIMITED', { headers: { 'retry-after': '45' } });
  renderApp(`${DRIVE}?coupon=off20`, { handlers: [limited, all, subscriptionsAre()] });
  const title = await screen.findByText('Too many tries.');
  expect(title.parentElement?.textContent).toContain('Try again in 45 seconds. The prices are shown without it.');
  expect(screen.getByRole('radio', { name: /Yearly.*\$299\.88/ })).toBeDefined();
});

test.each([
  ['pro', 'This code does not apply to the plans shown.'],
  ['unknown', "This code didn't work."],
  ['prepaid', 'This is a prepaid code.'],
])('[CD-03] [CD-05] %s: says why, charges the whole price, and the address stays as it was', async (code, words) => {
  const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), coupons, quotes()] });
  await type(user, code);
  await screen.findByText((text) => text.includes(words));
  expect(screen.getByRole('button', { name: 'Pay $324.62' })).toBeDefined();
  expect(location.hash).toBe(`#${REVIEW}`);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Have a coupon?')));
});

test('[CD-05] a refused ?coupon= stands in the field, takes nobody’s focus and can be taken away', async () => {
  const { user } = renderApp(`${REVIEW}&coupon=pro`, { handlers: [all, subscriptionsAre(), coupons, quotes()] });
  const field = await screen.findByLabelText<HTMLInputElement>('Have a coupon?');
  await screen.findByText(/does not apply to the plans shown/);
  expect(field.value).toBe('pro');
  expect(document.activeElement?.tagName).not.toBe('INPUT');
  await user.click(screen.getByRole('button', { name: 'Remove coupon' }));
  expect(await screen.findByRole('button', { name: 'Have a coupon?' })).toBeDefined();
  expect(location.hash).not.toContain('coupon');
});

test('[CD-05] the check of a coupon is refused for too many tries: the field says how long to wait', async () => {
  const limited = refuse('POST /api/coupon/coupons/lookup', 'RATE_LIMITED', { headers: { 'retry-after': '45' } });
  const { user } = renderApp(REVIEW, { handlers: [limited, all, subscriptionsAre(), quotes()] });
  await type(user, 'off20');
  expect(await screen.findByText('Too many tries. Try again in 45 seconds.')).toBeDefined();
});

test('[CD-05] a look that failed is made again when the same code is sent again', async () => {
  const look = 'POST /api/coupon/coupons/lookup';
  const { user } = renderApp(REVIEW, { handlers: [offlineHandler(look), all, subscriptionsAre(), quotes()] });
  await type(user, 'off20');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Have a coupon?')));
  await screen.findByRole('button', { name: 'Remove coupon' });
  server.use(coupons);
  await user.click(screen.getByRole('button', { name: 'Apply coupon' }));
  expect(await screen.findByRole('button', { name: 'Pay $259.69' })).toBeDefined();
});
