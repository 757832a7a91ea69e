import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCard, anAccount, aPlan, aQuote, aSubscription } from '../../testing/builders.ts';
import {
  all,
  basic,
  DRIVE,
  orderReply,
  plansAre,
  quoteIs,
  REVIEW,
  subscriptionsAre,
} from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { power, scopePlans, starter, tieredPlansAre, ultimate } from '../../testing/tiered-answers.ts';

/** What the page says of a choice that cannot be ordered, or not again. */

const PREVIEW = 'POST /api/subscription/subscriptions/preview';
const SCOPE = '/subscriptions/scope';
const boughtElsewhere = () =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'foyer.bought', newValue: 'x' })));
const pendingAre = (product: 'drive' | 'scope', subscriptionId: string | null) =>
  answer('GET /api/account/me', anAccount({ pendingOrders: [{ product, subscriptionId }] }));

describe('drive', () => {
  test.each([
    ['pln_scope_ultimate_yearly&step=review', 'The plan of this link is not on offer here'],
    ['pln_drive_starter_yearly&step=review', 'You have this plan'],
    ['pln_drive_starter_trial', 'No trial of this plan is on offer'],
  ])('[DR-01] ?plan=%s: %s, and nothing to pay', async (plan, words) => {
    renderApp(`${DRIVE}?plan=${plan}`, {
      handlers: [plansAre(aPlan({ isCurrent: true, hasTrial: false }), basic), subscriptionsAre(aSubscription())],
    });
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByText(/Renews.*including tax/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
  });

  test('[DR-04] bought in another tab: the review is over, and what is held stands there', async () => {
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    await screen.findByRole('button', { name: 'Pay $324.62' });
    server.use(plansAre(aPlan({ isCurrent: true, hasTrial: false }), basic), subscriptionsAre(aSubscription()));
    boughtElsewhere();
    expect(await screen.findByText('You have this plan')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('[DR-04] bought in a tab that this one does not hear of: refused, and what is held stands there', async () => {
    const refused = refuse('POST /api/subscription/subscriptions', 'QUOTE_CHANGED', { quote: { amountDueCents: 0 } });
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), refused] });
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    server.use(plansAre(aPlan({ isCurrent: true, hasTrial: false }), basic), subscriptionsAre(aSubscription()));
    await user.click(pay);
    expect(await screen.findByText('You have this plan')).toBeDefined();
    expect(screen.getByRole('region', { name: /^Starter, yearly/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('[SU-04] [SU-08] a trial that was had meanwhile: refused in words, and the plans offer none any more', async () => {
    const refused = refuse('POST /api/subscription/subscriptions', 'TRIAL_ALREADY_USED');
    const free = quoteIs(aQuote({ amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] }));
    const { user } = renderApp(`${DRIVE}?plan=pln_drive_starter_trial&step=review`, {
      handlers: [all, subscriptionsAre(), free, refused],
    });
    const start = await screen.findByRole('button', { name: 'Start 14-day trial' });
    await waitFor(() => expect(start.hasAttribute('disabled')).toBe(false));
    server.use(plansAre(aPlan({ hasTrial: false }), basic));
    await user.click(start);
    expect((await screen.findByRole('alert')).textContent).toContain('You have had a trial of this product');
    await user.click(screen.getByRole('link', { name: 'Plans' }));
    expect(await screen.findByText('No trial of this plan is on offer')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull();
  });

  test.each(['', '&step=review'])(
    "[DR-05] a plan's own id (%s) stands in the address as what it chose: back after paying finds that, and no other interval",
    async (step) => {
      renderApp(`${DRIVE}?plan=pln_drive_starter${step}&r=expired`, { handlers: [all, subscriptionsAre(), quoteIs()] });
      await waitFor(() => expect(location.hash).toContain('plan=pln_drive_starter_yearly'));
      expect(location.hash.includes('step=review')).toBe(step !== '');
      expect(location.hash).toContain('r=expired');
    },
  );

  test.each(['', '&step=review'])(
    '[DR-05] Back to a change that waits for its day (%s): it is said, and not offered again',
    async (step) => {
      const pendingChange = {
        planId: basic.id,
        planName: 'Basic',
        interval: 'free',
        customBilling: false,
        applyAt: '2027-01-10T00:00:00Z',
        trialId: null,
      } as const;
      const kept = answer('PATCH /api/subscription/subscriptions/:id', () => {
        server.use(subscriptionsAre(aSubscription()));
        return { ...orderReply, receipt: null };
      });
      const { user } = renderApp(`${DRIVE}?plan=${basic.id}${step}`, {
        handlers: [
          plansAre(aPlan({ isCurrent: true, hasTrial: false }), basic),
          subscriptionsAre(aSubscription({ pendingChange, renewalCents: null })),
          kept,
        ],
      });
      expect(await screen.findByText('You have ordered this change')).toBeDefined();
      expect(screen.getByText(/Changes to Basic on/)).toBeDefined();
      const card = screen.getByRole('heading', { name: 'Basic' }).closest('article') as HTMLElement;
      expect(card.textContent).toContain('From Jan 10, 2027');
      expect(within(card).queryByRole('radio')).toBeNull();
      expect(screen.queryByRole('button', { name: /^(Pay|Confirm|Subscribe)/ })).toBeNull();
      expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Keep Starter' }));
      expect(await screen.findByText('The change is canceled. Starter continues.')).toBeDefined();
      expect(screen.queryByText('You have ordered this change')).toBeNull();
      expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
      expect(screen.queryByRole('button', { name: /^(Pay|Confirm|Subscribe)/ })).toBeNull();
    },
  );

  test.each([
    ['TRIAL_ALREADY_USED', 'You have had a trial of this product'],
    ['SUBSCRIPTION_LIMIT', "You've reached the limit for this plan"],
    ['INVALID_PLAN', 'There was an error updating your subscription.'],
    ['PREPAID_NOT_MODIFIABLE', "A prepaid plan can't be changed here"],
  ] as const)('[SU-08] %s already when the cost is asked: its words, and the way to the plans', async (type, words) => {
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), refuse(PREVIEW, type)] });
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Choose another plan' }));
    await waitFor(() => expect(location.hash).toBe(`#${DRIVE}`));
  });

  test('[SU-08] a payment that is not decided: still processing, at both steps, and nothing more is bought', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre(), pendingAre('drive', null), quoteIs()] });
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(screen.queryByRole('radio')).toBeNull();
    location.hash = `#${REVIEW}`;
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    expect(screen.getByText('Your payment is still processing')).toBeDefined();
    expect(pay.hasAttribute('disabled')).toBe(true);
  });

  test('[PM-07] [SU-08] declined because it expired meanwhile: the card is looked at again', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        refuse('POST /api/subscription/subscriptions', 'StripeCardError', { message: 'Your card has expired.' }),
      ],
    });
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    const expired = aCard({ expired: true, expirationMonth: 1, expirationYear: 2026 });
    server.use(answer('GET /api/account/me', anAccount({ paymentMethod: expired })));
    await user.click(pay);
    expect((await screen.findByRole('alert')).textContent).toContain('Your card has expired.');
    expect(await screen.findByText(/•••• 4242 expired in/)).toBeDefined();
    // its bank may know a newer one: the bank decides
    expect(pay.hasAttribute('disabled')).toBe(false);
  });
});

describe('scope', () => {
  test.each(['pln_drive_starter_yearly', 'pln_scope_gone'])(
    '[SP-03] ?package=%s&step=review: nobody reviews a plan they did not choose',
    async (wanted) => {
      renderApp(`${SCOPE}?package=${wanted}&step=review`, { handlers: [tieredPlansAre(...scopePlans)] });
      expect(await screen.findByText('The plan of this link is not on offer here')).toBeDefined();
      expect(screen.getByRole('link', { name: 'Choose plan' })).toBeDefined();
      expect(screen.queryByRole('heading', { name: 'Estimated cost' })).toBeNull();
    },
  );

  test('[SP-05] a link to a plan at its limit says so', async () => {
    renderApp(`${SCOPE}?package=pln_scope_starter_yearly&step=review`, {
      handlers: [tieredPlansAre(starter({ isAtSubCountLimit: true }), ultimate())],
    });
    expect(await screen.findByText('Some plans are left out')).toBeDefined();
    expect(screen.getByText(/You've reached the limit for Starter\./)).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Starter', level: 3 })).toBeNull();
    expect(screen.queryByText('The plan of this link is not on offer here')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Estimated cost' })).toBeNull();
  });

  test('[SP-04] the same bought in another tab: one more of it is no accident any more', async () => {
    renderApp(`${SCOPE}?package=pln_scope_power_yearly&step=review&pay=now`, {
      handlers: [tieredPlansAre(power()), quoteIs(aQuote())],
    });
    await screen.findByRole('button', { name: 'Pay $324.62' });
    expect(screen.queryByText(/You have .* already/)).toBeNull();
    server.use(tieredPlansAre(power({ heldCount: 1 })));
    boughtElsewhere();
    expect(await screen.findByText('You have Professional: Power already')).toBeDefined();
    expect(screen.getByText(/adds another subscription/)).toBeDefined();
  });

  test('[SU-08] a new one that is not decided blocks another new one', async () => {
    renderApp(SCOPE, { handlers: [tieredPlansAre(...scopePlans), pendingAre('scope', null)] });
    expect(await screen.findByText('Your payment is still processing')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
  });
});
