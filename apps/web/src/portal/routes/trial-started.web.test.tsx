import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, aQuote, aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, newClaims, orderReply, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
// loaded on demand by the page, there before the time of a test begins
import '../../features/subscriptions/components/order-review.tsx';
import './home-money.tsx';
import './home-notices.tsx';
import './plans.tsx';

const trial = aSubscription({
  id: 'sub_9',
  name: 'Pro',
  isTrial: true,
  trialExpiry: '2026-12-28T00:00:00Z',
  trialDaysLeft: 14,
  renews: false,
});

test.each([
  [false, "Free until Dec 28, 2026. You won't be charged."],
  [true, 'Free until Dec 28, 2026. Your plan then continues, unless you turn off auto-renew.'],
])('[DR-05] Home says that a trial has started, until when it is free, and what follows: %s', async (renews, words) => {
  let started = false;
  const running = { ...trial, renews };
  const held = answer('GET /api/subscription/subscriptions', () => {
    const subscriptions = started ? [running] : [];
    return { subscriptions, data: { subscriptions } };
  });
  const { user } = renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
    handlers: [
      all,
      held,
      newClaims,
      quoteIs(aQuote({ amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] })),
      answer('GET /api/account/me', anAccount()),
      answer('POST /api/subscription/subscriptions', () => {
        started = true;
        return { ...orderReply, id: 'sub_9', receipt: null, subscription: running };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Start 14-day trial' }));
  const notice = (await screen.findByText('Your Drive Pro trial has started')).closest('[role=alert]');
  expect(notice?.textContent).toContain(words);
  expect(screen.queryByText('Trial started')).toBeNull();

  // shown until Home is left
  cleanup();
  renderApp('/', { handlers: [subscriptionsAre(running)] });
  await screen.findByRole('heading', { name: 'Products' });
  expect(screen.queryByText('Your Drive Pro trial has started')).toBeNull();
});
