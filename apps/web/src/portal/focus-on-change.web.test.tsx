import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { navigate } from '../lib/hash-location.ts';
import { aMe } from '../testing/builders.ts';
import { answer } from '../testing/handlers.ts';
import { account, extensionHandler, LICENCE, openLicence, payButton } from '../testing/licence-answers.ts';

describe('[BY-04] the focus stays on the heading', () => {
  const focused = () =>
    `${document.activeElement?.tagName}: ${document.activeElement?.matches('h1') && document.activeElement.textContent}`;
  const extension = () => screen.findByText('License Extension', { selector: 'h2[id]' });

  test('of a licence, of which it is found out late that it is one', async () => {
    openLicence([], '/no/such/page');
    await screen.findByText('/no/such/page');
    act(() => navigate(LICENCE));
    await extension();
    expect(focused()).toBe('H1: Professional: Power');
  });

  test('of what was made of an order, from the order and from elsewhere', async () => {
    const inReview = answer('GET /api/auth/me', aMe({ user: { exportPending: true } }));
    const { user } = openLicence(
      [extensionHandler('success'), inReview, account()],
      `${LICENCE}?extension=mex_pro_1y&from=2026-06-30`,
    );
    await user.click(await payButton());
    await screen.findByText('Professional: Power is yours for good');
    await waitFor(() => expect(focused()).toBe('H1: Thank you'));
    act(() => navigate('/no/such/page'));
    await waitFor(() => expect(focused()).toBe('H1: Page not found'));
    act(() => navigate(`${LICENCE}?step=done`));
    await waitFor(() => expect(focused()).toBe('H1: Thank you'));
  });
});
