import type { Coupon } from '@foyer/contract/api/coupons';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMe } from '../../testing/builders.ts';
import { answer } from '../../testing/handlers.ts';
import { aCoupon, couponsAre } from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

/** As the catalogue of a vendor in another country has it. */
const plan = { ...aCoupon().plan, emailSuffix: '.ac.uk' } as Coupon['plan'];
const refusedCoupon = aCoupon({ plan, effect: null, refusal: 'STUDENT_EMAIL_REQUIRED' });

test.each([
  [
    'of the plan’s kind, not verified yet',
    'ada@waves.AC.uk',
    "Yours isn't verified yet. Verify it now. The code is unused.",
  ],
  ['of another kind', 'ada@waves.com', 'Change your email on the security page first. The code is unused.'],
])(
  '[CD-03] a student code and an address %s: what to do, and no word of a code that is valid',
  async (_, email, words) => {
    const { user } = renderApp('/codes/redeem', {
      handlers: [
        couponsAre({ code: () => refusedCoupon }),
        answer('GET /api/auth/me', aMe({ user: { email, emailVerified: false } })),
      ],
    });
    await user.type(await screen.findByLabelText('Prepaid Code'), 'code');
    await user.click(screen.getByRole('button', { name: 'Check code' }));
    expect(await screen.findByText((_text, node) => node?.tagName === 'P' && node.textContent === words)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Verify it now' })?.getAttribute('href')).toBe(
      email.endsWith('.AC.uk') ? '#/security' : undefined,
    );
    expect(screen.queryByRole('link', { name: 'Change your email' })?.getAttribute('href')).toBe(
      email.endsWith('.AC.uk') ? undefined : '#/security?active=email',
    );
    expect(screen.queryByText('Code is valid')).toBeNull();
    expect(screen.queryByText(/You pay nothing/)).toBeNull();
  },
);

test('[CD-03] what to do is said once it is known whose address it is now', async () => {
  const known = Promise.withResolvers<ReturnType<typeof aMe>>();
  const { user } = renderApp('/codes/redeem', {
    handlers: [
      couponsAre({ code: () => refusedCoupon }),
      answer('GET /api/auth/me', aMe({ user: { email: 'ada@waves.com', emailVerified: true } })),
    ],
  });
  await user.type(await screen.findByLabelText('Prepaid Code'), 'code');
  server.use(answer('GET /api/auth/me', () => known.promise));
  await user.click(screen.getByRole('button', { name: 'Check code' }));
  expect(await screen.findByText('The student plan needs a verified .ac.uk email')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Change your email' })).toBeNull();
  known.resolve(aMe({ user: { email: 'ada@waves.ac.uk', emailVerified: false } }));
  expect(await screen.findByRole('link', { name: 'Verify it now' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Change your email' })).toBeNull();
});
