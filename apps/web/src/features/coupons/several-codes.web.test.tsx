import type { Coupon } from '@foyer/contract/api/coupons';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import { PURCHASE_KEY } from '../../lib/tab-broadcast.ts';
import { aSubscription } from '../../testing/builders.ts';
import { answer } from '../../testing/handlers.ts';
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

const REDEEM = '/codes/redeem';
const EXTEND = 'PATCH /api/subscription/subscriptions/:id/maintenance';
const SUBSCRIBE = 'POST /api/subscription/subscriptions';

const redemptionReply = (subscription = aSubscription({ isPrepaid: true })) => ({
  id: subscription.id,
  subscription,
  receipt: null,
});

describe('several codes', () => {
  const paste = async (user: ReturnType<typeof renderApp>['user'], text: string) => {
    await user.click(await screen.findByLabelText('Prepaid Code'));
    await user.paste(text);
    await user.click(await screen.findByRole('button', { name: 'Check codes' }));
  };

  test('[CD-01] pasted at once: first what each would do, then one by one, each with its result', async () => {
    const sent: unknown[] = [];
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({
          one: () =>
            aCoupon({
              id: 'one',
              effect: anEffect({ action: 'replaces', replaces: { name: 'Starter' }, creditCents: 32462 }),
            }),
          two: () => aCoupon({ id: 'two' }),
          off20: () => aDiscount(),
        }),
        answer(SUBSCRIBE, async ({ request }) => {
          const body = (await request.json()) as { prepaidCouponId: string };
          sent.push(body.prepaidCouponId);
          return body.prepaidCouponId === 'two'
            ? HttpResponse.json(
                { message: 'm', error: { type: 'PREPAID_PLAN_MISMATCH', message: 'm' } },
                { status: 409 },
              )
            : redemptionReply();
        }),
      ],
    });
    await paste(user, 'one\nwrong, two\r\noff20\n');
    expect(await screen.findByRole('heading', { name: '2 of 4 codes can be redeemed' })).toBeDefined();
    const status = () =>
      within(screen.getByRole('table'))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.lastChild?.textContent);
    expect(status()).toEqual(['Ready', 'Not valid', 'Ready', 'Redeem separately']);
    expect(sent, 'a look changes nothing').toEqual([]);
    expect(screen.getByText(/Nothing has changed yet/)).toBeDefined();

    await user.click(screen.getByRole('button', { name: 'Redeem 2 codes' }));
    expect(await screen.findByRole('heading', { name: '1 of 4 codes redeemed' })).toBeDefined();
    expect(sent).toEqual(['one', 'two']);
    expect(status()).toEqual(['Redeemed', 'Not redeemed', 'Not redeemed', 'Redeem separately']);
    expect(screen.getByText('You have a prepaid plan of another kind')).toBeDefined();
    const head = screen.getByRole('heading', { name: /codes redeemed/ }).parentElement?.textContent;
    expect(head).toContain("$324.62 is now account credit. 2 codes didn't work.");
  });

  test('[CD-01, CD-05] a discount among them opens alone by a click, once no other is left, and is not in the address', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ one: () => aCoupon({ id: 'one' }), off20: () => aDiscount() }),
        answer(SUBSCRIBE, () => redemptionReply()),
      ],
    });
    await paste(user, 'one\noff20\n');
    const alone = await screen.findByRole('button', { name: 'Redeem separately' });
    expect(alone).toHaveProperty('disabled', true);
    await user.click(await screen.findByRole('button', { name: 'Redeem 1 code' }));
    await screen.findByRole('heading', { name: '1 of 2 codes redeemed' });
    await user.click(screen.getByRole('button', { name: 'Redeem separately' }));
    expect(await screen.findByText('Plans it fits')).toBeDefined();
    expect(location.hash).toBe(`#${REDEEM}`);
  });

  test('[CD-01] a code that was redeemed before counts as redeemed, as its row says', async () => {
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ one: () => aCoupon({ id: 'one' }), two: () => aCoupon({ id: 'two' }) }),
        answer(SUBSCRIBE, async ({ request }) => {
          const { prepaidCouponId } = (await request.json()) as { prepaidCouponId: string };
          return prepaidCouponId === 'two'
            ? HttpResponse.json({ message: 'm', error: { type: 'COUPON_REDEEMED', message: 'm' } }, { status: 409 })
            : redemptionReply();
        }),
      ],
    });
    await paste(user, 'one\ntwo\nwrong');
    await user.click(await screen.findByRole('button', { name: 'Redeem 2 codes' }));
    expect(await screen.findByRole('heading', { name: /of 3 codes redeemed/ })).toHaveProperty(
      'textContent',
      '2 of 3 codes redeemed',
    );
    expect(screen.getAllByText('Redeemed')).toHaveLength(2);
  });

  test('[CD-01] the row of a redeemed maintenance code has the end of the maintenance', async () => {
    const effect = anEffect({ action: 'extends_maintenance', subscriptionId: 'sub_u', until: '2027-06-30T00:00:00Z' });
    const extended = { ...aLicence('sub_u', 'Ultimate'), maintenancePeriod: { expiration: '2027-06-30T00:00:00Z' } };
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ more: () => anExtension({ effect }) }),
        answer(EXTEND, { id: 'sub_u', subscription: extended, newExpiration: '2027-06-30T00:00:00Z' }),
      ],
    });
    await paste(user, 'more\nwrong');
    expect(await screen.findByRole('row', { name: /Maintenance continues until Jun 30, 2027/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Redeem 1 code' }));
    expect(await screen.findByRole('heading', { name: '1 of 2 codes redeemed' })).toBeDefined();
    expect(localStorage.getItem(PURCHASE_KEY), 'the other tabs are notified').not.toBeNull();
    expect(screen.getByRole('row', { name: /Until Jun 30, 2027 Redeemed$/ })).toBeDefined();
  });

  test('[CD-01] a code after another for the same plan names no date, one for another plan says that it may be refused', async () => {
    const business = { ...aCoupon().plan, id: 'pln_drive_business' } as NonNullable<Coupon['plan']>;
    const { user } = renderApp(REDEEM, {
      handlers: [
        couponsAre({
          one: () => aCoupon({ id: 'one' }),
          two: () => aCoupon({ id: 'two' }),
          other: () => aCoupon({ id: 'other', plan: business }),
        }),
      ],
    });
    await paste(user, 'one two;other');
    expect(await screen.findByRole('heading', { name: '3 of 3 codes can be redeemed' })).toBeDefined();
    const [, one, two, other] = screen.getAllByRole('row').map((row) => row.textContent);
    expect(one).toContain('It ends on Jan 10, 2027');
    expect(two).toContain('Its time is added to that of a code above.');
    expect(two).not.toContain('2027');
    expect(other).toContain('A code above is for another plan of this product. This one may be refused after it.');
    expect(other).not.toContain('2027');
  });

  test('[CD-01] two codes for a license each end on the same day, because neither code changes the other', async () => {
    const own = () => aCoupon({ product: 'scope', isPerpetual: false });
    const { user } = renderApp(REDEEM, { handlers: [couponsAre({ one: own, two: own })] });
    await paste(user, 'one\ntwo');
    await screen.findByRole('heading', { name: '2 of 2 codes can be redeemed' });
    expect(screen.getAllByText(/It ends on/)).toHaveLength(2);
  });

  test('[CD-01] none can be redeemed: the page does not say that you pay nothing', async () => {
    const { user } = renderApp(REDEEM, { handlers: [couponsAre({})] });
    await paste(user, 'wrong\nworse');
    expect(await screen.findByRole('heading', { name: '0 of 2 codes can be redeemed' })).toBeDefined();
    expect(screen.queryByText(/You pay nothing/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', true);
  });

  test('[CD-03] codes that only wait for the address are not called bad, and show what they do', async () => {
    const waiting = { effect: null, refusal: 'MISSING_ADDRESS' } as const;
    const { user } = renderApp(REDEEM, {
      handlers: [
        couponsAre({
          one: () => aCoupon({ id: 'one', ...waiting }),
          two: () => aCoupon({ id: 'two', ...waiting }),
        }),
      ],
    });
    await paste(user, 'one\ntwo\nwrong');
    expect(await screen.findByRole('heading', { name: '2 of 3 codes need your address' })).toBeDefined();
    expect(screen.getAllByText('Needs address')).toHaveLength(2);
    expect(screen.getAllByText('Drive Starter, 1-year')).toHaveLength(2);
    expect(screen.getAllByText('We need your address first')).toHaveLength(1);
    expect(screen.getByText('Not valid')).toBeDefined();
    expect(screen.queryByText('Not redeemed')).toBeNull();
    expect(screen.getByRole('button', { name: 'Redeem' })).toHaveProperty('disabled', true);
    expect(screen.queryByText(/Redeem 0/)).toBeNull();
  });

  test('[CD-01] once they are being redeemed nobody says that nothing has changed', async () => {
    let asked = false;
    const never = answer(SUBSCRIBE, () => {
      asked = true;
      return new Promise<never>(() => {});
    });
    const { user } = renderApp(REDEEM, {
      handlers: [couponsAre({ one: () => aCoupon({ id: 'one' }), two: () => aCoupon({ id: 'two' }) }), never],
    });
    await paste(user, 'one\ntwo');
    await user.click(await screen.findByRole('button', { name: 'Redeem 2 codes' }));
    expect(await screen.findByRole('heading', { name: 'Redeeming…' })).toBeDefined();
    expect(screen.queryByText(/Nothing has changed yet/)).toBeNull();
    await waitFor(() => expect(asked).toBe(true)); // or it would arrive in the next test
  });

  test('[CD-01] more than are taken at once are refused with their number; nothing is cut off and nothing is asked', async () => {
    const codes = Array.from({ length: 26 }, (_, nth) => `code-${nth}`);
    const { user } = renderApp(REDEEM, { handlers: [couponsAre({})] });
    await paste(user, codes.join('\n'));
    expect(screen.getByText('These are 26 codes. Check 25 at most at once; none was checked yet.')).toBeDefined();
    const area = screen.getByLabelText('Prepaid Codes');
    expect(document.activeElement).toBe(area);
    expect(area).toHaveProperty('value', codes.join('\n'));
    await user.type(area, '{Backspace}'.repeat('\ncode-25'.length));
    await user.click(screen.getByRole('button', { name: 'Check codes' }));
    expect(await screen.findByRole('heading', { name: /of 25 codes/ })).toBeDefined();
  });

  test('[CD-03] after too many wrong ones the rest is left untried', async () => {
    const looked: string[] = [];
    const { user } = renderApp(REDEEM, {
      handlers: [
        answer('POST /api/coupon/coupons/lookup', async ({ request }) => {
          looked.push(((await request.json()) as { code: string }).code);
          return HttpResponse.json(
            { message: 'm', error: { type: 'RATE_LIMITED', message: 'm' } },
            { status: 429, headers: { 'retry-after': '600' } },
          );
        }),
      ],
    });
    await paste(user, 'one\ntwo\nthree');
    await screen.findByRole('heading', { name: '0 of 3 codes can be redeemed' });
    expect(looked).toEqual(['one']);
    expect(screen.getAllByText('Not tried')).toHaveLength(2);
    expect(screen.getByText('Try again in 10 minutes.')).toBeDefined();
  });

  test('[CD-04] a lost answer is asked for again under the same key; lost again, nobody claims to know', async () => {
    const keys: (string | null)[] = [];
    const { user } = renderApp(REDEEM, {
      handlers: [
        newToken,
        couponsAre({ one: () => aCoupon({ id: 'one' }), two: () => aCoupon({ id: 'two' }) }),
        answer(SUBSCRIBE, async ({ request }) => {
          const { prepaidCouponId } = (await request.json()) as { prepaidCouponId: string };
          keys.push(request.headers.get('idempotency-key'));
          return prepaidCouponId === 'one' && keys.length === 2 ? redemptionReply() : HttpResponse.error();
        }),
      ],
    });
    await paste(user, 'one\ntwo');
    await user.click(await screen.findByRole('button', { name: 'Redeem 2 codes' }));
    expect(await screen.findByRole('heading', { name: '1 of 2 codes redeemed' })).toBeDefined();
    expect(keys[1]).toBe(keys[0]);
    expect(screen.getByText('Not known')).toBeDefined();
    expect(screen.queryByText('Not redeemed')).toBeNull();
    expect(screen.queryByText("The other codes weren't changed.")).toBeNull();
    expect(screen.getByText(/A code is never redeemed twice/)).toBeDefined();
  });
});
