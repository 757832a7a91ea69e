import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { redirect } from '../../lib/redirect.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { aCoupon, EXTEND, ends, INSTALL, licence, openLicence } from '../../testing/licence-answers.ts';
import type { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

let away = vi.fn<typeof redirect.to>();
beforeEach(() => {
  away = vi.fn();
  vi.spyOn(redirect, 'to').mockImplementation(away);
});

describe('redeem a code', () => {
  const CODE = 'POST /api/coupon/coupons/lookup';
  const until = '2028-06-30T00:00:00Z';
  const coupon = aCoupon({
    type: 'PrepaidMaintenance',
    tierName: 'Professional',
    isMaintenance: true,
    durationInMonths: 24,
    maintenanceMonths: 24,
    maintenanceEnds: until,
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
  const typeCode = async (user: ReturnType<typeof renderApp>['user'], code: string) => {
    await user.click(await screen.findByRole('radio', { name: 'Redeem Code' }));
    const field = await screen.findByLabelText('Prepaid Code');
    if (code) await user.type(field, code);
    await user.click(screen.getByRole('button', { name: 'Check code' }));
  };

  test('[MA-04] what it does is said first, then it is redeemed; then to install', async () => {
    const sent: unknown[] = [];
    const { user } = openLicence([
      answer(CODE, async ({ request }) => {
        sent.push(await request.json());
        return coupon;
      }),
      answer(EXTEND, async ({ request }) => {
        sent.push(await request.json());
        return { id: 'sub_7', subscription: licence, newExpiration: until };
      }),
    ]);
    await typeCode(user, ' 9X ');
    const redeem = await screen.findByRole('button', { name: 'Redeem' });
    expect(screen.getByText(/License extension, 2 years/)).toBeDefined();
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('extension to Jun 30, 2028');
    await user.click(redeem);
    await waitFor(() => expect(away.mock.calls).toEqual([[INSTALL]]));
    expect(sent).toEqual([{ code: '9X', subId: 'sub_7' }, { prepaidCouponId: 'ppd_9X' }]);
    expect(location.hash).not.toContain('9X');
  });

  test('[MA-04] an empty code is no code, said at the field without a call', async () => {
    const { user } = openLicence();
    await typeCode(user, '');
    expect(await screen.findByText('Invalid Coupon Code')).toBeDefined();
  });

  test.each([
    ['a code for a plan', aCoupon({ isMaintenance: false }), 'This code will not work to extend your license.'],
    ['another tier', { ...coupon, tierName: 'Starter' }, "Your extension tier doesn't match your Professional plan."],
    ['too far ahead', { ...coupon, effect: null, refusal: 'MAINTENANCE_LIMIT' }, 'Cannot extend maintenance'],
  ])('[MA-04] %s', async (_, found, words) => {
    const { user } = openLicence([answer(CODE, found)]);
    await typeCode(user, '9X');
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
    await user.type(screen.getByLabelText('Prepaid Code'), 'Y');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('[EX-01, MA-04] under review it can be redeemed all the same: it is kept, and no second press is offered', async () => {
    const { user } = openLicence([
      answer(CODE, { ...coupon, effect: null, refusal: 'NEEDS_REVIEW' }),
      refuse(EXTEND, 'NEEDS_REVIEW', { held: true }),
    ]);
    await typeCode(user, '9X');
    expect((await screen.findByRole('alert')).textContent).toContain(
      "If you redeem the code now, we'll keep it for you",
    );
    expect(screen.getByText(/License extension, 2 years/)).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Redeem' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain("We'll keep the code for you and redeem it"),
    );
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
  });

  test('[EX-01] one that is kept already says so at the look', async () => {
    const { user } = openLicence([refuse(CODE, 'NEEDS_REVIEW', { held: true })]);
    await typeCode(user, '9X');
    expect((await screen.findByRole('alert')).textContent).toContain("We'll keep the code for you and redeem it");
    expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
  });

  test('[MA-04] a look that did not arrive is no order: it is asked again', async () => {
    const { user } = openLicence([offlineHandler(CODE)]);
    await typeCode(user, '9X');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No connection.The code is unused. Check your connection and try again.',
    );
    server.use(answer(CODE, coupon));
    await user.click(screen.getByRole('button', { name: 'Check code' }));
    expect(await screen.findByRole('button', { name: 'Redeem' })).toBeDefined();
  });

  test('[MA-04, CD-02] the tier fits in any letter case', async () => {
    const { user } = openLicence([answer(CODE, { ...coupon, tierName: 'PROFESSIONAL' })]);
    await typeCode(user, '9X');
    expect(await screen.findByRole('button', { name: 'Redeem' })).toBeDefined();
  });

  test.each([
    ['NOT_FOUND', "This code didn't work."],
    ['COUPON_REDEEMED', 'You have redeemed this code already.'],
    ['NEEDS_REVIEW', 'Account Pending'],
    ['RATE_LIMITED', 'Too many tries.'],
  ] as const)('[SU-08] %s: %s', async (type, words) => {
    const { user } = openLicence([refuse(CODE, type)]);
    await typeCode(user, 'wrong');
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  test.each([
    ['INVALID_COUPON_TYPE', 'This code will not work to extend your license.'],
    ['INVALID_COUPON_TIER', "Your extension tier doesn't match your Professional plan."],
  ] as const)('[MA-04] the server has the last word: %s', async (type, words) => {
    const { user } = openLicence([answer(CODE, coupon), refuse(EXTEND, type)]);
    await typeCode(user, '9X');
    await user.click(await screen.findByRole('button', { name: 'Redeem' }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });
});
