import type { Subscription } from '@foyer/contract/api/shapes';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aPlan, aQuote, aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, orderReply, plansAre, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

const PATCH = 'PATCH /api/subscription/subscriptions/:id';
const pro = { ...aSubscription().plan, id: 'pln_drive_pro', displayName: 'Pro' };
const toStarter = {
  planId: 'pln_drive_starter',
  planName: 'Starter',
  interval: 'monthly' as const,
  customBilling: false,
  applyAt: '2026-12-22T00:00:00Z',
  trialId: null,
};
const changing = aSubscription({ plan: pro, pendingChange: toStarter, renewalCents: 3220 });
const current = async () => within(await screen.findByRole('region', { name: /^Pro/ }));

describe('a change that waits for the end of the period', () => {
  test('[DR-02] stands with its date and amount where the renewal stood, and can be taken back', async () => {
    let held: Subscription = changing;
    const sent: unknown[] = [];
    const list = answer('GET /api/subscription/subscriptions', () => ({
      subscriptions: [held],
      data: { subscriptions: [held] },
    }));
    const drop = answer(PATCH, async ({ request }) => {
      sent.push(await request.json());
      held = aSubscription({ plan: pro });
      return { ...orderReply, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, drop] });
    const plan = await current();
    expect(plan.getByText(/Changes to/).textContent).toContain(
      'Changes to Starter, monthly on Dec 22, 2026 for $32.20 including tax',
    );
    expect(plan.queryByText(/Renews/)).toBeNull();
    await user.click(plan.getByRole('button', { name: 'Keep Pro' }));
    expect(await plan.findByText('The change is canceled. Pro continues.')).toBeDefined();
    expect((await plan.findByText(/Renews/)).textContent).toContain('Renews Jan 10, 2027');
    expect(screen.queryByRole('button', { name: 'Keep Pro' })).toBeNull();
    expect(sent).toEqual([{ transitionAtEnd: false }]);
    expect(document.activeElement).toBe(plan.getByRole('heading'));
  });

  test('what cannot be taken back stays, with the reason beside it', async () => {
    const { user } = renderApp(DRIVE, {
      handlers: [all, subscriptionsAre(changing), refuse(PATCH, 'NOT_RENEWABLE')],
    });
    const plan = await current();
    await user.click(plan.getByRole('button', { name: 'Keep Pro' }));
    expect(await plan.findByText('There was an error updating your subscription.')).toBeDefined();
    expect(plan.getByRole('button', { name: 'Keep Pro' })).toBeDefined();
  });

  test('[INV-12] taken back although the answer was lost: it is gone here too, and nobody claims that it failed', async () => {
    let held: Subscription = changing;
    const list = answer('GET /api/subscription/subscriptions', () => ({
      subscriptions: [held],
      data: { subscriptions: [held] },
    }));
    const drop = answer(PATCH, () => {
      held = aSubscription({ plan: pro });
      return Response.error();
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, drop] });
    const plan = await current();
    await user.click(plan.getByRole('button', { name: 'Keep Pro' }));
    expect(await plan.findByText(/We don't know if it was saved/)).toBeDefined();
    expect(plan.queryByRole('button', { name: 'Keep Pro' })).toBeNull();
    expect(plan.getByText(/Renews/)).toBeDefined();
  });

  test('on a promotion there is no renewal to switch beside it', async () => {
    const promotion = aSubscription({ ...changing, isPromo: true, renews: false, renewalCents: null });
    renderApp(DRIVE, { handlers: [all, subscriptionsAre(promotion)] });
    const plan = await current();
    expect(plan.getByText(/Changes to/).textContent).toContain('Changes to Starter, monthly on Dec 22, 2026');
    expect(plan.queryByRole('switch')).toBeNull();
  });

  test('[S7] what a trial brings is taken back at the trial, whose own switch it is', async () => {
    const replaced = aSubscription({
      ...changing,
      renewalCents: null,
      pendingChange: { ...toStarter, trialId: 'sub_trial' },
    });
    const sent: unknown[] = [];
    const drop = answer(PATCH, async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return { ...orderReply, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, subscriptionsAre(replaced), drop] });
    const plan = await current();
    expect(plan.getByText(/Changes to/).textContent).toContain('Changes to Starter, monthly on Dec 22, 2026');
    expect(plan.queryByRole('switch')).toBeNull();
    await user.click(plan.getByRole('button', { name: 'Keep Pro' }));
    await waitFor(() => expect(sent).toEqual([['sub_trial', { transitionAtEnd: false }]]));
  });

  test('[HO-06] Home says it, too', async () => {
    renderApp('/', { handlers: [subscriptionsAre(changing)] });
    const card = (await screen.findByRole('heading', { name: 'Arcwave Drive' })).closest('article') as HTMLElement;
    await waitFor(() => expect(card.textContent).toContain('50 GB · Changes to Starter on Dec 22, 2026'));
  });
});

describe('a promotion', () => {
  const free = { id: 'pln_drive_starterpromotional', amount: 0, intervalId: 'pln_drive_starterpromotional_yearly' };
  const promotion = aSubscription({
    isPromo: true,
    renews: false,
    renewalCents: null,
    type: 'Promotion',
    plan: { ...aSubscription().plan, ...free },
  });
  const cycle = { ...aPlan().billingCyclesHash.yearly, ...free, interval: 'yearly' as const };
  const promotional = aPlan({
    ...free,
    isCurrent: true,
    hasTrial: false,
    billingCycles: [cycle as never],
    billingCyclesHash: { yearly: cycle as never },
  });

  test('[DR-07] its card says the date on which it ends, not the length of a year', async () => {
    renderApp(DRIVE, { handlers: [plansAre(promotional), subscriptionsAre(promotion)] });
    const card = (await screen.findByRole('heading', { name: 'Starter' })).closest('article') as HTMLElement;
    expect(card.textContent).toContain('Until Jan 10, 2027');
    expect(card.textContent).not.toContain('1 year');
  });

  const review = `${DRIVE}?plan=pln_drive_pro_yearly&step=review`;
  const proPlan = aPlan({
    id: 'pln_drive_pro',
    displayName: 'Pro',
    billingCycles: [{ ...aPlan().billingCycles[1], intervalId: 'pln_drive_pro_yearly' } as never],
  });

  test('[DR-04] left for another plan, the free time that is lost is said before it is confirmed', async () => {
    renderApp(review, {
      handlers: [plansAre(promotional, proPlan), subscriptionsAre(promotion), quoteIs(aQuote({ scheduledFor: null }))],
    });
    const notice = (await screen.findByText('You give up free time')).closest('[class]')?.parentElement;
    expect(notice?.textContent).toMatch(
      /Starter is free until Jan 10, 2027, \d+ \w+ from now\. With this change that ends today/,
    );
  });

  test.each([
    ['waits for its end', promotion, aQuote({ scheduledFor: '2027-01-10T00:00:00Z' })],
    ['leaves an ordinary plan', aSubscription(), aQuote({ scheduledFor: null })],
  ])('nothing is said to be lost where a change %s', async (_, held, quote) => {
    renderApp(review, { handlers: [plansAre(promotional, proPlan), subscriptionsAre(held), quoteIs(quote)] });
    await screen.findByText('Due today');
    expect(screen.queryByText('You give up free time')).toBeNull();
  });
});
