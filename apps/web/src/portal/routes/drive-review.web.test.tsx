import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { anAccount, aPlan, aQuote, aSubscription } from '../../testing/builders.ts';
import { all, basic, DRIVE, plansAre, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, offline, waits } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

describe('review', () => {
  test('[DR-04] shows the cost with tax, the card, the address, and pays what is due', async () => {
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
    const lines = screen.getByText('Tax, Boston MA (8.25%)').closest('dl');
    expect(lines?.textContent).toContain('Subtotal$299.88');
    expect(lines?.textContent).toContain('Tax, Boston MA (8.25%)$24.74');
    expect(lines?.textContent).toContain('Due today$324.62');
    expect(screen.getByText('Billed to Visa •••• 4242')).toBeDefined();
    expect(screen.getByText('1 Main St, Boston, MA 02110')).toBeDefined();
    expect(screen.getByRole('switch', { name: 'Auto-renew' }).getAttribute('aria-checked')).toBe('true');
    expect(screen.queryByRole('heading', { name: 'Your change' })).toBeNull();
  });

  test('[DR-04] what a smaller plan takes away is said before it is confirmed', async () => {
    const small = { ...aPlan().details, storageSizeLimit: { value: 2_000_000_000, displayValue: '2 GB' } };
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [plansAre(aPlan(), { ...basic, details: small }), subscriptionsAre(aSubscription()), quoteIs()],
    });
    expect(await screen.findByText('Storage: 2 GB instead of 50 GB')).toBeDefined();
  });

  test('[DR-04] a change shows both plans; with nothing due the button says Confirm Change', async () => {
    const current = aPlan({ isCurrent: true });
    renderApp(`${DRIVE}?plan=pln_drive_free&step=review`, {
      handlers: [
        plansAre(current, basic),
        subscriptionsAre(aSubscription()),
        quoteIs(
          aQuote({
            amountDueCents: 0,
            subtotal: 0,
            tax: 0,
            total: 0,
            lines: [],
            scheduledFor: '2027-01-10T00:00:00Z',
            renewalCents: null,
          }),
        ),
      ],
    });
    expect(await screen.findByRole('button', { name: 'Confirm Change' })).toBeDefined();
    const change = within(screen.getByRole('region', { name: 'Your change' }));
    expect(change.getByText('Starter, yearly')).toBeDefined();
    expect(change.getByText('Basic, free')).toBeDefined();
    expect((await change.findByText(/^From/)).textContent).toBe('From Jan 10, 2027');
  });

  test('[DR-04] a trial needs no card and says its days', async () => {
    const asked: unknown[] = [];
    const preview = answer('POST /api/subscription/subscriptions/preview', async ({ request }) => {
      asked.push(await request.json());
      return aQuote({ amountDueCents: 0, total: 0, subtotal: 0, tax: 0, lines: [] });
    });
    renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
      handlers: [all, subscriptionsAre(), preview, answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const start = await screen.findByRole('button', { name: 'Start 14-day trial' });
    await waitFor(() => expect(start.hasAttribute('disabled')).toBe(false));
    expect(screen.getByText(/No payment method/)).toBeDefined();
    expect(asked).toEqual([{ id: 'pln_drive_pro', interval: 'yearly', trial: true }]);
  });

  test('[SU-06] [PM-07] without a card the button waits, and the way to a card leads back here', async () => {
    renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), quoteIs(), answer('GET /api/account/me', anAccount({ paymentMethod: null }))],
    });
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    expect(pay.hasAttribute('disabled')).toBe(true);
    expect(screen.getByText('Payment required')).toBeDefined();
    const link = screen.getByRole('link', { name: 'Add card' });
    const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
    expect(query.get('returnPath')).toBe(REVIEW);
  });

  test('[PM-08] no card action where none is allowed', async () => {
    renderApp(REVIEW, {
      handlers: [
        all,
        subscriptionsAre(),
        quoteIs(),
        answer('GET /api/account/me', anAccount({ canAddPaymentMethod: false })),
      ],
    });
    await screen.findByText("Card payments outside the US can't be processed");
    expect(screen.queryByText('Billed to Visa •••• 4242')).toBeNull();
    expect(screen.queryByRole('link', { name: /card/ })).toBeNull();
  });

  test('[PM-03] where no card pays and none is on file, the shut button has its reason and a way on', async () => {
    const abroad = answer('GET /api/account/me', anAccount({ paymentMethod: null, canAddPaymentMethod: false }));
    renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs(), abroad] });
    const pay = await screen.findByRole('button', { name: 'Pay $324.62' });
    expect(pay.hasAttribute('disabled')).toBe(true);
    const row = screen.getByText("Card payments outside the US can't be processed").closest('li');
    expect(within(row as HTMLElement).getByRole('link', { name: 'Contact sales' })).toBeDefined();
    expect(screen.queryByText('Payment required')).toBeNull();
  });

  test('[SU-05] switched on, nothing is called free while the amount is asked for', async () => {
    const { user } = renderApp(`${DRIVE}?plan=pln_drive_pro_trial&step=review`, {
      handlers: [all, subscriptionsAre(), quoteIs(aQuote({ amountDueCents: 0, renewalCents: null }))],
    });
    const toggle = await screen.findByRole('switch', { name: 'Auto-renew', checked: false });
    await screen.findByText(/The trial ends on/);
    server.use(waits('POST /api/subscription/subscriptions/preview'));
    await user.click(toggle);
    expect(await screen.findByText('Turn it off any time.')).toBeDefined();
    expect(screen.queryByText(/free/)).toBeNull();
  });

  test('[DR-04] Cancel resets the choice', async () => {
    const { user } = renderApp(REVIEW, { handlers: [all, subscriptionsAre(), quoteIs()] });
    await screen.findByRole('button', { name: 'Pay $324.62' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { name: 'Pro' })).toBeDefined();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect(location.hash).toBe(`#${DRIVE}`);
  });

  test('a cost that did not load can be asked for again', async () => {
    const { user } = renderApp(REVIEW, {
      handlers: [all, subscriptionsAre(), offline('POST /api/subscription/subscriptions/preview')],
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(quoteIs());
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Pay $324.62' })).toBeDefined();
  });
});
