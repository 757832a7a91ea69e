import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aComingEvent, aMe, anAccount, aQuote, aSubscription } from '../../testing/builders.ts';
import { bought, newClaims, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offline, refuse, waits } from '../../testing/handlers.ts';
import { aDiscount, couponsAre } from '../../testing/offer-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { anIotPlan, enterprise, individual, student, tieredPlansAre } from '../../testing/tiered-answers.ts';

const IOT = '/subscriptions/iot';
const plans = tieredPlansAre(individual, student, enterprise);
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const quotes = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
  const { trial, id } = (await request.json()) as { trial?: boolean; id: string };
  const nothing = { amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] };
  if (id === 'pln_iot_enterprise')
    return aQuote({ ...nothing, customBilling: true, coming: [aComingEvent({ bill: null })] });
  return aQuote(
    trial
      ? { ...nothing, coming: [aComingEvent({ kind: 'trial_ends', bill: null })] }
      : { subtotal: 10080, tax: 832, total: 10912, amountDueCents: 10912 },
  );
});
const held = aSubscription({
  id: 'sub_3',
  product: 'iot',
  plan: {
    ...aSubscription().plan,
    id: 'pln_iot_individual',
    intervalId: 'pln_iot_individual_yearly',
    displayName: 'Individual',
    storageDisplay: null,
  },
});

const summary = () => within(screen.getByRole('heading', { name: /^Summary/ }).closest('section') as HTMLElement);
const ready = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  return button;
};

describe('choosing', () => {
  test('[IO-01] [IO-02] three plans, monthly or yearly, with subtotal, discount, total and the trial', async () => {
    const { user } = renderApp(IOT, { handlers: [plans, quotes, subscriptionsAre()] });
    await ready('Subscribe');
    expect(radio('Individual').checked).toBe(true);
    expect(radio('Individual').closest('label')?.textContent).toContain('30-day trial');
    expect(radio('Enterprise').closest('label')?.textContent).toContain('Pay-as-you-go');
    expect(summary().getByText('30-day trial')).toBeDefined();
    const lines = () => screen.getByText('Due today').closest('dl')?.textContent;
    expect(lines()).toContain('Individual, 12 months at $10$120.00');
    expect(lines()).toContain('16% for paying yearly−$19.20');
    expect(lines()).toContain('Total, if you stay$109.12');
    expect(lines()).toContain('Due today$0.00');
    await user.click(radio(/Pay now/));
    await waitFor(() => expect(lines()).toContain('Due today$109.12'));
    await user.click(radio('Monthly'));
    expect(location.hash).toBe(`#${IOT}?plan=pln_iot_individual_monthly`);
    await user.click(screen.getByRole('button', { name: 'Cancel Changes' }));
    expect(location.hash).toBe(`#${IOT}`);
  });

  test('[IO-01] student needs a verified .edu e-mail, and says where to add one', async () => {
    renderApp(IOT, { handlers: [plans, quotes, subscriptionsAre()] });
    await ready('Subscribe');
    expect(radio('Student').disabled).toBe(true);
    const note = screen.getByText(/Needs a verified .edu email/);
    expect(within(note).getByRole('link').getAttribute('href')).toBe('#/security?active=email');
  });

  test('[IO-01] with one it can be chosen', async () => {
    const me = answer('GET /api/auth/me', aMe({ user: { email: 'ada@waves.edu', emailVerified: true } }));
    const { user } = renderApp(IOT, { handlers: [me, plans, quotes, subscriptionsAre()] });
    await ready('Subscribe');
    await user.click(radio('Student'));
    expect(radio('Student').checked).toBe(true);
    expect(screen.queryByText(/Needs a verified/)).toBeNull();
  });

  test('plans that do not load can be asked for again', async () => {
    const { user } = renderApp(IOT, {
      handlers: [offline('GET /api/subscription/v2/plans'), quotes, subscriptionsAre()],
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(plans);
    await user.click(again);
    expect(await screen.findByRole('radio', { name: 'Enterprise' })).toBeDefined();
  });
});

describe('subscribing', () => {
  test('[IO-02] a trial is started and the page stays, with the words of the document', async () => {
    const sent: unknown[] = [];
    const { user } = renderApp(IOT, {
      handlers: [
        plans,
        quotes,
        subscriptionsAre(),
        newClaims,
        answer('POST /api/subscription/subscriptions', async ({ request }) => {
          sent.push(await request.json());
          server.use(subscriptionsAre(held));
          return bought;
        }),
      ],
    });
    await user.dblClick(await ready('Subscribe'));
    const said = await screen.findByRole('alert');
    expect(said.textContent).toBe('Your subscription has been updated.');
    expect(document.activeElement).toBe(said);
    expect(sent).toEqual([{ id: 'pln_iot_individual', interval: 'yearly', trial: true, expectedTotalCents: 0 }]);
    expect(location.hash).toBe(`#${IOT}`);
  });

  test('[IO-01] [IO-02] enterprise needs no card, shows pay-as-you-go and says that we call', async () => {
    const { user } = renderApp(`${IOT}?plan=pln_iot_enterprise`, {
      handlers: [
        plans,
        quotes,
        subscriptionsAre(),
        newClaims,
        answer('GET /api/account/me', anAccount({ paymentMethod: null })),
        answer('POST /api/subscription/subscriptions', bought),
      ],
    });
    const subscribe = await ready('Subscribe');
    expect(summary().getByText('Pay-as-you-go')).toBeDefined();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.getByText('You ask us for it here, and we contact you. Nothing is charged today.')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Payment method' })).toBeNull();
    await user.click(subscribe);
    expect((await screen.findByRole('alert')).textContent).toBe(
      "Your subscription has been updated.We'll be contacting you shortly.",
    );
  });

  test('[IO-02] a change is told line by line and confirmed as one', async () => {
    const { user } = renderApp(IOT, {
      handlers: [
        tieredPlansAre({ ...individual, isCurrent: true, hasTrial: false }, student, enterprise),
        quoteIs(),
        subscriptionsAre(held),
        newClaims,
        answer('PATCH /api/subscription/subscriptions/:id', bought),
      ],
    });
    await screen.findByRole('radio', { name: 'Individual' });
    expect(screen.queryByRole('button', { name: 'Confirm Changes' })).toBeNull();
    await user.click(radio('Monthly'));
    const confirm = await ready('Confirm Changes');
    expect(screen.getByText('Due today').closest('dl')?.textContent).toContain('Starter, yearly');
    await user.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toBe('Your subscription has been updated.');
  });

  test('[IO-02] what a smaller plan takes away is said before it is confirmed', async () => {
    const small = anIotPlan('small', 300, { hasTrial: false });
    renderApp(`${IOT}?plan=pln_iot_small_yearly`, {
      handlers: [tieredPlansAre({ ...individual, isCurrent: true }, small), quoteIs(), subscriptionsAre(held)],
    });
    expect(await screen.findByText('You will have less than now')).toBeDefined();
    expect(screen.getByText('Features you lose: 25 devices')).toBeDefined();
  });

  test('[PM-09] the bank asks first; confirmed, it is bought', async () => {
    const action = {
      attemptId: 'att_1',
      kind: 'payment',
      gateway: 'sandbox',
      clientSecret: 's',
      url: '/sandbox/3ds/1',
    };
    const { user } = renderApp(IOT, {
      handlers: [
        plans,
        quotes,
        subscriptionsAre(),
        newClaims,
        refuse('POST /api/subscription/subscriptions', 'StripeCardError', { code: 'authentication_required', action }),
        answer('POST /api/account/me/payment_attempts/:id/confirm', bought),
      ],
    });
    await ready('Subscribe');
    await user.click(radio(/Pay now/));
    await user.click(await ready('Subscribe'));
    await user.click(await screen.findByRole('button', { name: 'I have confirmed' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Your subscription has been updated.');
  });

  test('[DR-04] nothing else is chosen while the order runs', async () => {
    const { user } = renderApp(IOT, {
      handlers: [plans, quotes, subscriptionsAre(), waits('POST /api/subscription/subscriptions')],
    });
    await ready('Subscribe');
    await user.click(radio(/Pay now/));
    await screen.findByRole('button', { name: 'Have a coupon?' });
    await user.click(await ready('Subscribe'));
    await waitFor(() => expect(radio('Enterprise').disabled).toBe(true));
    expect(radio('Monthly').disabled).toBe(true);
    expect(radio(/Try it free/).matches(':disabled')).toBe(true);
    expect(screen.getByRole('button', { name: 'Have a coupon?' })).toHaveProperty('disabled', true);
  });

  test('[SU-08] after a lost answer another plan is ordered only when what is held was asked again', async () => {
    const keys: (string | null)[] = [];
    const arrives = answer('POST /api/subscription/subscriptions', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return Response.error();
    });
    const { user } = renderApp(IOT, { handlers: [plans, quotes, subscriptionsAre(), arrives] });
    await ready('Subscribe');
    await user.click(radio(/Pay now/));
    await user.click(await ready('Subscribe'));
    expect((await screen.findByRole('alert')).textContent).toContain("We don't know if your order arrived");
    await user.click(await ready('Subscribe'));
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[1]).toBe(keys[0]);

    await user.click(radio('Monthly'));
    await user.click(radio(/Pay now/));
    server.use(offline('GET /api/subscription/subscriptions'));
    await user.click(await ready('Subscribe'));
    expect((await screen.findByRole('alert')).textContent).toContain('No connection');
    server.use(subscriptionsAre());
    await user.click(await ready('Subscribe'));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Did your first order arrive?'));
    expect(keys).toHaveLength(2);
    await user.click(await ready('Subscribe'));
    await waitFor(() => expect(keys).toHaveLength(3));
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('[IO-02] what a coupon takes off is not said to come from paying yearly; debts and credit have their lines', async () => {
    renderApp(`${IOT}?plan=pln_iot_individual_monthly&coupon=half`, {
      handlers: [
        plans,
        subscriptionsAre(),
        couponsAre({ half: () => aDiscount({ id: 'half', plans: ['pln_iot_individual_monthly'] }) }),
        quoteIs(aQuote({ subtotal: 1000, discount: 500, tax: 0, total: 500, credit: -30, amountDueCents: 530 })),
      ],
    });
    await ready('Subscribe');
    const lines = screen.getByText('Due today').closest('dl')?.textContent;
    expect(lines).not.toContain('for paying yearly');
    expect(lines).toContain('DiscountCoupon−$5.00');
    expect(lines).toContain('Small amount from before$0.30');
    expect(lines).toContain('Due today$5.30');
  });

  test.each([
    ['pln_drive_starter_yearly', subscriptionsAre(), 'The plan of this link is not on offer here'],
    ['pln_iot_individual_yearly', subscriptionsAre(held), 'You have this plan'],
  ])('[IO-01] ?plan=%s says why it is no choice', async (plan, subscriptions, words) => {
    renderApp(`${IOT}?plan=${plan}`, { handlers: [plans, quotes, subscriptions] });
    expect(await screen.findByText(words)).toBeDefined();
  });

  test('[IO-02] changed in another tab while it was looked at: said, and the figures are the new ones', async () => {
    renderApp(IOT, { handlers: [plans, quotes, subscriptionsAre()] });
    await ready('Subscribe');
    server.use(subscriptionsAre(held));
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'foyer.bought', newValue: 'x' })));
    expect(await screen.findByText('You have this plan')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  });

  test.each([
    ['STUDENT_EMAIL_REQUIRED', 'The student plan needs a verified .edu email'],
    ['INVALID_PLAN', 'There was an error updating your subscription.'],
    ['PAYMENT_GATEWAY_ERROR', 'There was an error processing your transaction.'],
  ] as const)('[SU-08] %s: %s', async (type, words) => {
    const { user } = renderApp(IOT, {
      handlers: [plans, quotes, subscriptionsAre(), refuse('POST /api/subscription/subscriptions', type)],
    });
    await user.click(await ready('Subscribe'));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });

  test('[SU-06] without a card only the trial can be had', async () => {
    const { user } = renderApp(IOT, {
      handlers: [plans, quotes, subscriptionsAre(), answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const subscribe = await ready('Subscribe');
    await user.click(radio(/Pay now/));
    await waitFor(() => expect(subscribe.hasAttribute('disabled')).toBe(true));
    const add = new URLSearchParams(screen.getByRole('link', { name: 'Add card' }).getAttribute('href')?.split('?')[1]);
    expect(add.get('returnPath')).toBe(`${IOT}?plan=pln_iot_individual_yearly&pay=now`);
  });

  test('[IO-02] a detour keeps that one pays now and that it is not renewed', async () => {
    const { user } = renderApp(`${IOT}?plan=pln_iot_individual_yearly`, {
      handlers: [plans, quotes, subscriptionsAre()],
    });
    await ready('Subscribe');
    await user.click(radio(/Pay now/));
    await user.click(screen.getByRole('switch', { name: 'Auto-renew', checked: true }));
    const kept = location.hash.slice(1);
    cleanup();
    renderApp(kept, { handlers: [plans, quotes, subscriptionsAre()] });
    expect(await screen.findByRole('switch', { name: 'Auto-renew', checked: false })).toBeDefined();
    expect((radio(/Pay now/) as HTMLInputElement).checked).toBe(true);
  });
});
