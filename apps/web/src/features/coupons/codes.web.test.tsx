import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { PURCHASE_KEY } from '../../lib/tab-broadcast.ts';
import { aMe, aSubscription } from '../../testing/builders.ts';
import { subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, neverAnswers, refuse } from '../../testing/handlers.ts';
import {
  aCoupon,
  aDiscount,
  aLicence,
  anEffect,
  anExtension,
  couponsAre,
  newToken,
} from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const REDEEM = '/codes/redeem';
const SUBSCRIBE = 'POST /api/subscription/subscriptions';
const EXTEND = 'PATCH /api/subscription/subscriptions/:id/maintenance';

const check = async (user: ReturnType<typeof renderApp>['user'], code: string) => {
  await user.type(await screen.findByLabelText('Prepaid Code'), code);
  await user.click(screen.getByRole('button', { name: 'Check code' }));
};

const redemptionReply = (subscription = aSubscription({ isPrepaid: true })) => ({
  id: subscription.id,
  subscription,
  receipt: null,
});

describe('one code', () => {
  test('[CD-01] [CD-03] [ASVS 14.2.1] says exactly what it does before anything is redeemed; outer spaces are no part of it', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [
        couponsAre({
          'ppd_Ab9-xYz': () =>
            aCoupon({ effect: anEffect({ action: 'replaces', replaces: { name: 'Individual' }, creditCents: 35898 }) }),
        }),
      ],
    });
    await check(user, '  ppd_Ab9-xYz ');
    const title = await screen.findByRole('heading', { name: 'Drive Starter, 1-year' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(screen.getByText('Prepaid Starter replaces your Individual today.')).toBeDefined();
    expect(screen.getByText(/It ends on/).textContent).toBe('It ends on Jan 10, 2027 and does not renew.');
    expect(screen.getByText(/come back as/).textContent).toContain('$358.98 account credit');
    expect(location.hash, 'a code never stands in an address').toBe(`#${REDEEM}`);
  });

  test('[CD-03] nothing typed: Invalid Coupon Code, and no call', async () => {
    const { user } = renderApp(REDEEM);
    await user.click(await screen.findByRole('button', { name: 'Check code' }));
    expect(screen.getByText('Invalid Coupon Code')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Prepaid Code'));
  });

  test('[CD-03] a code too long to be looked up is a bad one, with the same link', async () => {
    const { user } = renderApp(REDEEM, { handlers: [refuse('POST /api/coupon/coupons/lookup', 'INVALID_REQUEST')] });
    await check(user, 'A'.repeat(70));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain("This code didn't work.");
    expect(within(alert).getByRole('link', { name: 'Let us know' })).toBeDefined();
  });

  test('[EX-01] a code that is kept during a review is named when the page is opened again', async () => {
    const heldRow = {
      kind: 'prepaid',
      name: 'Scope Starter',
      heldAt: '2026-11-20T00:00:00Z',
      releasedAt: '2026-12-04T00:00:00Z',
    } as const;
    renderApp(REDEEM, {
      handlers: [
        answer('GET /api/auth/me', aMe({ user: { exportPending: true } })),
        answer('GET /api/auth/me/ecac-status', { isPending: true, status: 'pending', answerBy: null, held: [heldRow] }),
      ],
    });
    expect(await screen.findByText(/We'll keep Scope Starter for you/)).toBeDefined();
    expect(screen.getByLabelText('Prepaid Code')).toBeDefined();
  });

  test('[EX-01] a code that a denied review refuses names the export contact', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [couponsAre({ code: () => aCoupon({ effect: null, refusal: 'EXPORT_DENIED' }) })],
    });
    await check(user, 'code');
    const link = await screen.findByRole('link', { name: 'Contact support' });
    expect(link.getAttribute('href')).toBe('mailto:export@arcwave.example');
  });

  test('[CD-03] a bad code: This code didn’t work, with a link to let us know; nothing typed is lost', async () => {
    const { user } = renderApp(REDEEM, { handlers: [couponsAre({})] });
    await check(user, 'wrong');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain("This code didn't work.");
    expect(within(alert).getByRole('link', { name: 'Let us know' }).getAttribute('href')).toBe(
      'mailto:help@arcwave.example',
    );
    expect(screen.getAllByRole('link', { name: 'Let us know' })).toHaveLength(1);
    await waitFor(() => expect(document.activeElement).toBe(alert));
    const field = screen.getByLabelText('Prepaid Code');
    expect(field).toHaveProperty('value', 'wrong');
    await user.type(field, 's');
    expect(field).toHaveProperty('value', 'wrongs');
  });

  test('[CD-01] pressed twice it is redeemed once, under one key; then the three ways on', async () => {
    const keys: (string | null)[] = [];
    const bodies: unknown[] = [];
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({
          code: () =>
            aCoupon({ effect: anEffect({ action: 'replaces', replaces: { name: 'Individual' }, creditCents: 35898 }) }),
        }),
        answer(SUBSCRIBE, async ({ request }) => {
          keys.push(request.headers.get('idempotency-key'));
          bodies.push(await request.json());
          return redemptionReply();
        }),
      ],
    });
    await check(user, 'code');
    await user.dblClick(await screen.findByRole('button', { name: 'Redeem' }));
    const title = await screen.findByRole('heading', { name: 'Prepaid Code Redeemed', level: 1 });
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(document.title).toContain('Prepaid Code Redeemed ·');
    expect(bodies).toEqual([{ prepaidCouponId: 'ppd_Ab9-xYz' }]);
    expect(keys[0]).toBeTruthy();
    expect(screen.getByText(/is yours until/).textContent).toContain('Starter is yours until Jan 10, 2027');
    expect(screen.getByText(/is yours until/).textContent).toContain('$358.98 is now account credit.');
    expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('https://drive.arcwave.example/');
    expect(screen.getByRole('link', { name: 'Go to Account Home' }).getAttribute('href')).toBe('#/');
    await user.click(screen.getByRole('button', { name: 'Redeem Another Code' }));
    expect(screen.getByLabelText('Prepaid Code')).toHaveProperty('value', '');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Redeem a prepaid code');
    expect(document.title).toContain('Redeem a prepaid code ·');
  });

  test('a code for the plan one has prolongs it', async () => {
    let asked = '';
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ code: () => aCoupon({ effect: anEffect({ action: 'extends', subscriptionId: 'sub_9' }) }) }),
        answer('PATCH /api/subscription/subscriptions/:id', ({ params }) => {
          asked = String(params.id);
          return redemptionReply();
        }),
      ],
    });
    await check(user, 'code');
    expect((await screen.findByText(/continues until/)).textContent).toBe(
      'The Starter you have continues until Jan 10, 2027.',
    );
    await user.click(screen.getByRole('button', { name: 'Redeem' }));
    await screen.findByRole('heading', { name: 'Prepaid Code Redeemed' });
    expect(asked).toBe('sub_9');
    expect(localStorage.getItem(PURCHASE_KEY), 'the other tabs are notified').not.toBeNull();
  });

  test('[CD-01] [EX-01] Install is not offered while a review is pending', async () => {
    const scope = aSubscription({ product: 'scope', isPrepaid: true });
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ code: () => aCoupon({ product: 'scope' }) }),
        answer(SUBSCRIBE, redemptionReply(scope)),
        answer('GET /api/auth/me', aMe({ user: { exportPending: true } })),
      ],
    });
    await check(user, 'code');
    await user.click(await screen.findByRole('button', { name: 'Redeem' }));
    await screen.findByRole('heading', { name: 'Prepaid Code Redeemed' });
    expect(screen.queryByRole('link', { name: 'Install' })).toBeNull();
  });

  test('[CD-03] without an address: away for one, and back with the code filled in, but not for somebody else', async () => {
    const { user, unmount } = renderApp(REDEEM, {
      handlers: [couponsAre({ code: () => aCoupon({ effect: null, refusal: 'MISSING_ADDRESS' }) })],
    });
    await check(user, 'code');
    await user.click(await screen.findByRole('button', { name: 'Add Address' }));
    expect(location.hash).toBe('#/address?returnPath=%2Fcodes%2Fredeem');
    unmount();

    server.use(couponsAre({ code: () => aCoupon() }));
    const again = renderApp(REDEEM);
    expect(await screen.findByRole('heading', { name: 'Drive Starter, 1-year' })).toBeDefined();
    expect(screen.getByLabelText('Prepaid Code')).toHaveProperty('value', 'code');
    again.unmount();

    sessionStorage.setItem('foyer.codes', JSON.stringify({ userId: 'usr_2', text: 'code' }));
    renderApp(REDEEM);
    expect(await screen.findByLabelText('Prepaid Code')).toHaveProperty('value', '');
    expect(sessionStorage.getItem('foyer.codes')).toBeNull();
  });

  test('[CD-03] under review the code is kept: Account Pending, and the button rests', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ code: () => aCoupon({ effect: null, refusal: 'NEEDS_REVIEW' }) }),
        answer(SUBSCRIBE, () =>
          HttpResponse.json(
            { message: 'm', error: { type: 'NEEDS_REVIEW', message: 'm', held: true } },
            { status: 403 },
          ),
        ),
      ],
    });
    await check(user, 'code');
    await user.click(await screen.findByRole('button', { name: 'Redeem' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('up to two U.S. business days');
    expect(alert.textContent).toContain("We'll keep the code for you");
    expect(within(alert).getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
      'mailto:export@arcwave.example',
    );
    expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', true);
  });

  test('[CD-03] any other refusal has its sentence', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [couponsAre({ code: () => aCoupon() }), refuse(SUBSCRIBE, 'PAYLOAD_TOO_LARGE')],
    });
    await check(user, 'code');
    await user.click(await screen.findByRole('button', { name: 'Redeem' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'There was an error redeeming your code. Please contact support.',
    );
  });
});

describe('a maintenance code', () => {
  const ultimate = (subId: string | null) =>
    anExtension({
      effect:
        subId === null
          ? null
          : anEffect({ action: 'extends_maintenance', subscriptionId: subId, until: '2027-06-30T00:00:00Z' }),
    });

  test('[MA-03] [CD-02] the one licence that fits is picked; one of another tier says why not; then to install it', async () => {
    let sent: unknown;
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ code: ultimate }),
        subscriptionsAre(aLicence('sub_s', 'Starter'), aLicence('sub_u', 'Ultimate')),
        answer(EXTEND, async ({ request, params }) => {
          sent = [params.id, await request.json()];
          return { id: 'sub_u', subscription: aLicence('sub_u', 'Ultimate'), newExpiration: '2027-06-30T00:00:00Z' };
        }),
      ],
    });
    await check(user, 'code');
    expect(await screen.findByRole('heading', { name: '1-year license extension' })).toBeDefined();
    const fitting = await screen.findByRole('radio', { name: /^Ultimate/ });
    await waitFor(() => expect(fitting).toHaveProperty('checked', true));
    expect(screen.getByRole('radio', { name: /^Starter/ })).toHaveProperty('disabled', true);
    expect(screen.getByText("Your extension tier doesn't match your Starter plan.")).toBeDefined();
    await screen.findByText('New end date');
    await user.click(screen.getByRole('button', { name: 'Redeem' }));
    await screen.findByRole('heading', { name: 'Prepaid Code Redeemed' });
    expect(sent).toEqual(['sub_u', { prepaidCouponId: 'MNT_1y' }]);
    expect(screen.getByRole('link', { name: 'Install' }).getAttribute('href'), 'MA-04: as after a purchase').toBe(
      'https://scope.arcwave.example/install?r=maintenance&subId=sub_u',
    );
  });

  test('[CD-02] with two that fit Redeem waits until one is chosen', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [
        couponsAre({ code: ultimate }),
        subscriptionsAre(aLicence('sub_1', 'Ultimate'), aLicence('sub_2', 'Ultimate')),
      ],
    });
    await check(user, 'code');
    const radios = await screen.findAllByRole('radio', { name: /^Ultimate/ });
    const button = screen.getByRole('button', { name: 'Redeem' });
    expect(button).toHaveProperty('disabled', true);
    await user.click(radios[1] as HTMLElement);
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
  });

  test.each([
    ['INVALID_COUPON_TYPE', 'This code will not work to extend your license.'],
    ['INVALID_COUPON_TIER', "Your extension tier doesn't match your Ultimate plan."],
  ] as const)('[CD-02] %s shows its warning', async (type, words) => {
    const { user } = renderApp(REDEEM, {
      handlers: [couponsAre({ code: ultimate }), subscriptionsAre(aLicence('sub_u', 'Ultimate')), refuse(EXTEND, type)],
    });
    await check(user, 'code');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', false));
    await user.click(screen.getByRole('button', { name: 'Redeem' }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });
});

describe('a discount', () => {
  test('[CD-05] says what it takes off and what it fits, and leads to that product with it', async () => {
    const { user } = renderApp(REDEEM, { handlers: [couponsAre({ off20: () => aDiscount() })] });
    await check(user, 'off20');
    expect(await screen.findByRole('heading', { name: '20% discount' })).toBeDefined();
    expect(screen.getAllByText('Drive Starter, yearly', { exact: false })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Use it for Drive' }).getAttribute('href')).toBe(
      '#/subscriptions/drive?coupon=SPRING_off20',
    );
  });

  test('[CD-05] a long list of plans stands once, and closed, so that the buttons are near', async () => {
    const planNames = Array.from({ length: 13 }, (_, index) => `Plan ${index}`);
    const { user } = renderApp(REDEEM, { handlers: [couponsAre({ off20: () => aDiscount({ planNames }) })] });
    await check(user, 'off20');
    const list = await screen.findByRole('group');
    expect(list).toHaveProperty('open', false);
    expect(screen.getAllByText('Plan 12', { exact: false })).toHaveLength(1);
    await user.click(screen.getByRole('heading', { name: 'Plans it fits' }));
    expect(list).toHaveProperty('open', true);
  });

  test('[CD-03] one that fits no plan says so', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [refuse('POST /api/coupon/coupons/lookup', 'PLANS_NOT_SUPPORTED')],
    });
    await check(user, 'off20');
    expect((await screen.findByRole('alert')).textContent).toBe('This code does not apply to the plans shown.');
  });
});

test('[CD-01] while a code is looked at the page says so', async () => {
  const { user } = renderApp(REDEEM, { handlers: [neverAnswers('POST /api/coupon/coupons/lookup')] });
  await check(user, 'code');
  expect(await screen.findByText('Checking the code…')).toBeDefined();
});
