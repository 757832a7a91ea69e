import type { Receipt } from '@foyer/contract/api/receipt';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCard, aMe, anAccount, anOpenQuestion } from '../../testing/builders.ts';
import { answer, answerRaw, neverAnswers, offlineHandler, refuse } from '../../testing/handlers.ts';
import { aReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const many = (count: number): Receipt[] =>
  Array.from({ length: count }, (_, index) => aReceipt({ id: `inv_${index}`, description: `Payment ${index}` }));

const receiptsAre = (...receipts: Receipt[]) =>
  answer('GET /api/account/me/receipts', ({ request }) => {
    const query = new URL(request.url).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const page = receipts.slice(from, from + Number(query.get('pageSize')));
    const next = from + page.length;
    return {
      receipts: page,
      data: { receipts: page },
      total: receipts.length,
      nextCursor: next < receipts.length ? String(next) : null,
    };
  });
const accountIs = (facts: Parameters<typeof anAccount>[0]) => answer('GET /api/account/me', anAccount(facts));
const rows = () => screen.getAllByRole('row').slice(1);

describe('payments', () => {
  test('[PY-01] next payment with amount, date and its plan, the card, and past payments', async () => {
    renderApp('/payments', {
      handlers: [
        receiptsAre(aReceipt()),
        accountIs({
          estimatedNextReceipt: aReceipt({ status: null, creditTendered: 936 }),
          clock: { status: 'ready', now: '2027-01-01T10:00:00Z' },
        }),
      ],
    });
    const next = within(await screen.findByRole('region', { name: 'Next payment' }));
    expect(next.getByText('$324.62', { selector: 'p' })).toBeDefined();
    expect(next.getByText('Starter, yearly').nextElementSibling?.textContent).toBe('$324.62');
    // tax and credit are on the page that its link opens
    expect(next.queryByText(/Tax/)).toBeNull();
    expect(next.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe('#/payments/next');
    expect(next.getByText(/In 9 days/)).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Payment method' })).getByText('Expires Apr 2030')).toBeDefined();
    const link = await screen.findByRole('link', { name: 'Starter, yearly' });
    const [row] = rows();
    expect(row?.textContent).toContain('Jan 10, 2026');
    expect(row?.textContent).toContain('$324.62');
    expect(row?.textContent).toContain('•••• 4242');
    expect(within(row as HTMLElement).getByRole('img', { name: 'Visa' })).toBeDefined();
    expect(link.getAttribute('href')).toBe('#/receipt/inv_1');
  });

  test.each([
    [-936, 'Account creditIt is used for your next payment.$9.36'],
    [30, 'Amount owedA small amount, charged with your next payment.$0.30'],
    [0, null],
  ])('[PY-06] a balance of %i cents', async (balanceCents, text) => {
    renderApp('/payments', { handlers: [receiptsAre(), accountIs({ balanceCents })] });
    const method = within(await screen.findByRole('region', { name: 'Payment method' }));
    expect(method.queryByText(/Account credit|Amount owed/)?.parentElement?.textContent ?? null).toBe(text);
  });

  test('[PY-06] credit that no payment is scheduled to use is told there too', async () => {
    renderApp('/payments/next', { handlers: [accountIs({ nextPayment: null, balanceCents: -936 })] });
    expect(await screen.findByText('No Scheduled Payment')).toBeDefined();
    expect(screen.getByText('Your account credit of $9.36 is used for the next one.')).toBeDefined();
  });

  test('[PY-03] what credit covers is billed to no card', async () => {
    renderApp('/payments/next', {
      handlers: [
        accountIs({
          nextPayment: { total: 0, processedDate: '2027-01-10T00:00:00Z' },
          estimatedNextReceipt: aReceipt({ status: null, creditTendered: 32462, amount: 0 }),
        }),
      ],
    });
    const next = await screen.findByRole('region', { name: 'Next payment' });
    expect(next.textContent).toContain('$0.00Jan 10, 2027 · covered by your credit');
    expect(next.textContent).not.toContain('billed to');
  });

  test('[PY-01] nothing scheduled, no card, no past payments', async () => {
    renderApp('/payments', {
      handlers: [receiptsAre(), accountIs({ nextPayment: null, paymentMethod: null })],
    });
    expect(await screen.findByText('Next payment not available')).toBeDefined();
    expect(screen.getByText('When a plan renews, its amount and date are shown here.')).toBeDefined();
    expect(await screen.findByText('No past payments')).toBeDefined();
    expect(screen.getByText('No payment method')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add card' })).toBeDefined();
  });

  test.each(['/payments', '/payments/next'])(
    '[PY-01] [PY-03] %s: a question of the bank is not no payment',
    async (path) => {
      const question = anOpenQuestion({ amountCents: 3246 });
      renderApp(path, {
        handlers: [
          receiptsAre(),
          accountIs({ nextPayment: null, openChallenges: [question] }),
          neverAnswers('POST /api/account/me/payment_attempts/:id/confirm'), // what became of it is asked for at once
        ],
      });
      const next = await screen.findByRole('region', { name: 'Next payment' });
      expect(next.textContent).toContain('Known when you have answered your bank');
      expect(next.textContent).not.toMatch(/not available|No Scheduled/);
    },
  );

  test('[PM-06] an expired card is flagged', async () => {
    renderApp('/payments', { handlers: [receiptsAre(), accountIs({ paymentMethod: aCard({ expired: true }) })] });
    expect(await screen.findByText('Expired')).toBeDefined();
  });

  test('[PM-08] no way to change the card where that is not allowed', async () => {
    renderApp('/payments', { handlers: [receiptsAre(), accountIs({ canAddPaymentMethod: false })] });
    await screen.findByText('Expires Apr 2030');
    expect(screen.queryByRole('link', { name: 'Change card' })).toBeNull();
  });

  test('[PY-01] what is overdue stands on top, in the words of the gateway', async () => {
    renderApp('/payments', {
      handlers: [
        receiptsAre(
          aReceipt({
            description: 'Scope Starter',
            status: 'Unpaid',
            overdue: true,
            isPaid: false,
            amountDueCents: 2165,
            failureMessage: 'Your card has insufficient funds.',
            failedAt: '2026-03-12T09:00:00Z',
          }),
        ),
      ],
    });
    expect(await screen.findByText('$21.65 is overdue for Scope Starter')).toBeDefined();
    expect(
      await screen.findByText(/Your card has insufficient funds \(Visa •••• 4242, Mar 12, 2026\)\./),
    ).toBeDefined();
    expect(await screen.findByText('Unpaid · overdue')).toBeDefined();
  });

  test('[PY-02] five at first, then ten more each time, to the last; the button says how many', async () => {
    const { user } = renderApp('/payments', { handlers: [receiptsAre(...many(23))] });
    await screen.findByText('Payment 0');
    expect(rows()).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Show More (10)' }));
    await waitFor(() => expect(rows()).toHaveLength(15));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show More (8)' }));
    await user.click(screen.getByRole('button', { name: 'Show More (8)' }));
    await waitFor(() => expect(rows()).toHaveLength(23));
    expect(screen.queryByRole('button', { name: /Show More/ })).toBeNull();
    // the button that had the focus is gone (BY-04)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Past payments' }));
  });

  test.each([
    ['fail', 'INTERNAL_ERROR', "The next payments didn't load. Try again."],
    ['are asked for too often', 'RATE_LIMITED', /^Too many tries\./],
  ] as const)('[PY-02] the next payments %s: the reason stands below the list, which stays', async (_, error, text) => {
    const { user } = renderApp('/payments', { handlers: [receiptsAre(...many(23))] });
    await screen.findByText('Payment 0');
    server.use(refuse('GET /api/account/me/receipts', error));
    await user.click(screen.getByRole('button', { name: 'Show More (10)' }));
    expect(await screen.findByText(text)).toBeDefined();
    expect(rows()).toHaveLength(5);
  });

  test('[PY-01, BY-04] each part that did not load is asked for by itself, and keeps the focus when it has come', async () => {
    const { user } = renderApp('/payments', {
      handlers: [refuse('GET /api/account/me', 'INTERNAL_ERROR'), offlineHandler('GET /api/account/me/receipts')],
    });
    await screen.findByText("We're having trouble retrieving past payments.");
    expect(await screen.findByText("We're having trouble retrieving your next payment.")).toBeDefined();
    server.use(receiptsAre(aReceipt()));
    const ofPast = screen.getAllByRole('button', { name: 'Try again' }).at(-1);
    await user.click(ofPast as HTMLElement);
    expect(await screen.findByRole('link', { name: 'Starter, yearly' })).toBeDefined();
    // the button that had the focus is gone
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Past payments' }));
    expect(screen.getByText("We're having trouble retrieving your open payments.")).toBeDefined();
    expect(screen.getByText("We're having trouble retrieving your next payment.")).toBeDefined();
  });

  test('[PY-01] the account did not load: each card keeps its heading, says so and can be asked for', async () => {
    const { user } = renderApp('/payments?active=payment', {
      handlers: [refuse('GET /api/account/me', 'INTERNAL_ERROR'), receiptsAre()],
    });
    const next = within(await screen.findByRole('region', { name: 'Next payment' }));
    const method = within(screen.getByRole('region', { name: 'Payment method' }));
    expect(next.getByRole('alert').textContent).toContain("We're having trouble retrieving your next payment.");
    expect(method.getByRole('alert').textContent).toContain("We're having trouble retrieving your payment method.");
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Payment method'));
    expect(next.getByRole('button', { name: 'Try again' })).toBeDefined();
    server.use(accountIs({}));
    await user.click(method.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Expires Apr 2030')).toBeDefined();
    expect(screen.getByText('$324.62')).toBeDefined();
  });

  test('[PY-01] an account of the wrong shape is not one without payments', async () => {
    renderApp('/payments', { handlers: [answerRaw('GET /api/account/me', '{}', { status: 200 }), receiptsAre()] });
    expect(await screen.findByText("We're having trouble retrieving your next payment.")).toBeDefined();
    expect(screen.queryByText('Next payment not available')).toBeNull();
  });

  test('[SE-07, PY-01] the user did not load: what is paid next and the card stand there, only the address is missing', async () => {
    const me = 'GET /api/auth/me';
    const { user } = renderApp('/payments', {
      handlers: [
        refuse(me, 'INTERNAL_ERROR'),
        receiptsAre(aReceipt()),
        accountIs({ estimatedNextReceipt: aReceipt({ status: null }) }),
      ],
    });
    const next = within(await screen.findByRole('region', { name: 'Next payment' }));
    expect(next.getByText('Starter, yearly').nextElementSibling?.textContent).toBe('$324.62');
    const method = within(screen.getByRole('region', { name: 'Payment method' }));
    expect(method.getByText('Expires Apr 2030')).toBeDefined();
    expect(await method.findByText("It didn't load.")).toBeDefined();
    server.use(answer(me, aMe()));
    await user.click(method.getByRole('button', { name: 'Try again' }));
    expect(await method.findByText(/Boston, MA 02110/)).toBeDefined();
  });

  test('[SE-07, PY-03] the page of the next payment does not depend on the user either', async () => {
    renderApp('/payments/next', { handlers: [refuse('GET /api/auth/me', 'INTERNAL_ERROR')] });
    expect(await screen.findByText('$324.62')).toBeDefined();
  });

  test.each([
    ['receipts', 'Past payments'],
    ['payment', 'Payment method'],
  ])('[PY-01] ?active=%s opens its section', async (active, heading) => {
    renderApp(`/payments?active=${active}`, { handlers: [receiptsAre(aReceipt())] });
    await waitFor(() => expect(document.activeElement?.textContent).toBe(heading));
  });
});

describe('next payment', () => {
  test('[PY-03] the next scheduled payment', async () => {
    renderApp('/payments/next');
    expect(await screen.findByText('$324.62')).toBeDefined();
  });

  test.each([
    [aCard({ expired: true }), 'Visa\u00a0••••\u00a04242 has expired'],
    [null, 'no card on file'],
  ])('[PM-07] a next payment that no card will pay is not said to be billed to one', async (paymentMethod, words) => {
    renderApp('/payments/next', { handlers: [accountIs({ paymentMethod })] });
    expect((await screen.findByText(/Jan 10, 2027/)).closest('p')?.textContent).toBe(`Jan 10, 2027 · ${words}`);
    expect(paymentMethod && screen.getByText('Visa •••• 4242').className).toBe(paymentMethod && 'nowrap');
  });

  test('[PY-03] its lines with tax and credit', async () => {
    renderApp('/payments/next', {
      handlers: [accountIs({ estimatedNextReceipt: aReceipt({ status: null, creditTendered: 936 }) })],
    });
    const next = within(await screen.findByRole('region', { name: 'Next payment' }));
    expect(next.getByText('Starter, yearly').nextElementSibling?.textContent).toBe('$299.88');
    expect(next.getByText('Tax, Boston MA (8.25%)').nextElementSibling?.textContent).toBe('$24.74');
    expect(next.getByText('Account credit').nextElementSibling?.textContent).toBe('−$9.36');
    expect(next.queryByRole('link')).toBeNull();
  });

  const severalPayments = {
    estimatedNextReceipt: aReceipt({ status: null }),
    laterPayments: [
      { description: 'Ultimate, yearly', total: 54_558, processedDate: '2027-01-10T00:00:00Z' },
      { description: 'Edge, monthly', total: 0, processedDate: '2027-01-20T00:00:00Z' },
    ],
  };

  test('[PY-01] a second plan of the same day is a line of the card and part of its sum', async () => {
    renderApp('/payments', { handlers: [receiptsAre(), accountIs(severalPayments)] });
    const next = within(await screen.findByRole('region', { name: 'Next payment' }));
    const lines = next.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent);
    expect(lines).toEqual(['Starter, yearly$324.62', 'Ultimate, yearly$545.58']);
    expect(next.getByText('$870.20')).toBeDefined();
    expect(next.queryByText('Other payments to come')).toBeNull();
  });

  test('[PY-03] a second plan of the same day is among the lines; what is charged later is listed below, with its day', async () => {
    renderApp('/payments/next', { handlers: [accountIs(severalPayments)] });
    const heading = await screen.findByRole('heading', { name: 'Other payments to come' });
    const lines = [...(heading.nextElementSibling?.children ?? [])].map(({ textContent }) => textContent);
    expect(lines).toEqual(['Edge, monthlyJan 20, 2027covered by your credit']);
    const second = screen.getByText('Ultimate, yearly').parentElement?.textContent;
    expect(second).toBe('Ultimate, yearlyA separate payment. Tax and credit are included.$545.58');
    // the sum of the day, as on Home
    expect(screen.getByText('$870.20')).toBeDefined();
  });

  test('[PY-03] none', async () => {
    renderApp('/payments/next', { handlers: [accountIs({ nextPayment: null })] });
    expect(await screen.findByText('No Scheduled Payment')).toBeDefined();
  });

  test('[PY-03] not loaded is not none', async () => {
    renderApp('/payments/next', { handlers: [offlineHandler('GET /api/account/me')] });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.queryByText('No Scheduled Payment')).toBeNull();
  });
});
