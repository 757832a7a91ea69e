import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { redirect } from '../../lib/redirect.ts';
import { advanceTime, waitUntil } from '../../testing/fake-time.ts';
import { answer } from '../../testing/handlers.ts';
import { EXTEND, INSTALL, LICENCE, openLicence, PURCHASE, payButton, purchase } from '../../testing/licence-answers.ts';

let away = vi.fn<typeof redirect.to>();
beforeEach(() => {
  away = vi.fn();
  vi.spyOn(redirect, 'to').mockImplementation(away);
});

describe('a purchase that is not decided at once', () => {
  const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: /Confirm and Pay/ });

  /** Pays, and counts how often the purchase is looked at. */
  const pay = async (look: (looks: number) => ReturnType<typeof purchase> | Response) => {
    const seen = { looks: 0, sent: 0 };
    openLicence(
      [
        answer(EXTEND, () => {
          seen.sent += 1;
          return { oneTimePurchaseId: 'otp_1', status: 'pending' as const, newExpiration: '2027-06-30T00:00:00Z' };
        }),
        answer(PURCHASE, () => {
          seen.looks += 1;
          return look(seen.looks);
        }),
      ],
      `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`,
    );
    await payButton();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    fireEvent.click(button() as HTMLElement);
    await waitUntil(() => seen.sent === 1 && vi.getTimerCount() > 0);
    return seen;
  };

  test('[MA-03] looked at every 500 ms until it is decided', async () => {
    const seen = await pay((looks) => purchase(looks < 3 ? 'pending' : 'success'));
    await advanceTime(499);
    expect(seen.looks).toBe(0);
    for (const looks of [1, 2, 3]) {
      await advanceTime(looks === 1 ? 1 : 500);
      await waitUntil(() => seen.looks === looks);
    }
    await waitUntil(() => away.mock.calls.length > 0);
    expect(away.mock.calls).toEqual([[INSTALL]]);
    expect(screen.getByRole('alert').textContent).toContain('Purchase successful. Redirecting...');
  });

  test('[MA-03, SU-08] undecided after 20 looks: still processing, and nothing else is bought', async () => {
    const seen = await pay(() => purchase('pending'));
    for (let looks = 1; looks <= 20; looks += 1) {
      await advanceTime(500);
      await waitUntil(() => seen.looks === looks);
    }
    await waitUntil(() => screen.queryByRole('alert'));
    const { textContent } = screen.getByRole('alert');
    expect(textContent).toContain('There was an error processing your payment. Please reach out to support.');
    expect(textContent).toContain('Your payment is still processing');
    expect(button()?.disabled).toBe(true);
    await advanceTime(10_000);
    expect([seen.looks, seen.sent]).toEqual([20, 1]);
    expect(away).not.toHaveBeenCalled();
  });

  test('[MA-03] declined while it is followed: the card’s words, and another try is open', async () => {
    await pay(() => {
      const message = 'Your card was declined.';
      const error = {
        type: 'StripeCardError',
        message,
        code: null,
        declineCode: null,
        field: null,
        requestId: 'req_1',
      };
      return Response.json({ message, error, purchase: { ...purchase('pending'), status: 'failed' } }, { status: 402 });
    });
    await advanceTime(500);
    await waitUntil(() => screen.queryByRole('alert'));
    expect(screen.getByRole('alert').textContent).toContain('Your card was declined.');
    expect(button()?.disabled).toBe(false);
  });
});
