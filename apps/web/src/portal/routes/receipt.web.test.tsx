import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { aReceipt, aRefundedReceipt } from '../../testing/receipts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const receiptIs = (facts: Parameters<typeof aReceipt>[0] = {}) =>
  answer('GET /api/account/me/receipts/:id', aReceipt(facts));
/** Asked for beside a receipt that is open, for what is older and open too. */
const noOthers = answer('GET /api/account/me/receipts', {
  receipts: [],
  data: { receipts: [] },
  total: 0,
  nextCursor: null,
});
const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

describe('a receipt', () => {
  test('[PY-04] every line of it, as the server sent it', async () => {
    renderApp('/receipt/ch_1', {
      handlers: [
        receiptIs({
          amount: 28016,
          coupon: { code: 'WELCOME10', discount: 2999 },
          tax: 2227,
          creditTendered: 1200,
          items: [
            {
              quantity: 1,
              description: 'Drive Starter, yearly',
              amount: 29988,
              amountCents: 29988,
              periodStart: '2026-01-10T00:00:00Z',
              periodEnd: '2027-01-10T00:00:00Z',
            },
          ],
        }),
      ],
    });
    expect(await screen.findByText('Arcwave Inc.', { exact: false })).toBeDefined();
    const [, item] = screen.getAllByRole('row');
    expect(within(item as HTMLElement).getByText('Jan 10, 2026', { exact: false })).toBeDefined();
    expect(item?.textContent).toBe('1Drive Starter, yearlyJan 10, 2026 to Jan 10, 2027$299.88');
    expect(figure('Subtotal')).toBe('$299.88');
    expect(figure('Coupon WELCOME10')).toBe('−$29.99');
    expect(figure('Tax, Boston MA (8.25%)')).toBe('$22.27');
    expect(figure('Credit used')).toBe('−$12.00');
    expect(figure('Total')).toBe('$280.16');
    expect(figure('Paid with')).toContain('•••• 4242');
    expect(screen.getByText('Paid')).toBeDefined();
    expect(screen.getByText(/^Processed/).textContent).toBe('Processed Jan 10, 2026');
    expect(figure('Invoice')).toBe('R-000042');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe(
      '#/payments',
    );
  });

  test('[PY-07] it can be printed, and downloaded as a PDF under its number', async () => {
    const saved: { name: string; blob: Blob }[] = [];
    const blobs = new Map<string, Blob>();
    URL.createObjectURL = (blob) => {
      blobs.set('blob:receipt', blob as Blob);
      return 'blob:receipt';
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: blobs.get(this.href) as Blob });
    });
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const pdf = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff]);
    const { user } = renderApp('/receipt/inv_1', {
      handlers: [refuse('GET /api/account/me/receipts/:id.pdf', 'UNAVAILABLE'), receiptIs()],
    });
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText("The PDF didn't load. Try again.")).toBeDefined();
    server.use(
      answer(
        'GET /api/account/me/receipts/:id.pdf',
        () => new Response(pdf, { headers: { 'content-type': 'application/pdf' } }),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('R-000042.pdf');
    expect(saved[0]?.blob.type).toBe('application/pdf');
    expect(saved[0]?.blob.size).toBe(pdf.length);
    expect(screen.queryByText("The PDF didn't load. Try again.")).toBeNull();
  });

  test('[PY-07] without a connection the page says so beside the button of the PDF', async () => {
    const { user } = renderApp('/receipt/inv_1', {
      handlers: [offlineHandler('GET /api/account/me/receipts/:id.pdf'), receiptIs()],
    });
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText("No connection. The PDF didn't load. Try again.")).toBeDefined();
  });

  test('[PY-04] a future one is estimated and has no status', async () => {
    renderApp('/receipt/inv_1', {
      handlers: [receiptIs({ status: null, isPaid: false, processedDate: '2027-01-10T00:00:00Z' })],
    });
    expect((await screen.findByText(/^Estimated Payment On/)).textContent).toBe('Estimated Payment On Jan 10, 2027');
    expect(screen.queryByText('Paid')).toBeNull();
    expect(screen.queryByText('Paid with')).toBeNull();
  });

  test.each(['/receipt/inv_1', '/receipt/ch_1'])(
    '[PY-04] an open one that is tried again is estimated: %s',
    async (path) => {
      const open = { status: 'Payment Failed', isPaid: false, processedDate: null } as const;
      renderApp(path, { handlers: [noOthers, receiptIs({ ...open, nextPaymentAttemptOn: '2027-01-13T00:00:00Z' })] });
      expect((await screen.findByText(/^Estimated Payment On/)).textContent).toBe('Estimated Payment On Jan 13, 2027');
      expect(screen.getByText('Payment Failed')).toBeDefined();
    },
  );

  test.each([
    ['No Payment Necessary', 'No Payment Necessary'],
    ['Payment Failed', 'Payment Failed'],
    ['Unpaid', 'Unpaid · overdue'],
  ] as const)('[PY-05] status %s', async (status, label) => {
    renderApp('/receipt/inv_1', { handlers: [noOthers, receiptIs({ status, isPaid: false })] });
    expect(await screen.findByText(label)).toBeDefined();
  });

  test('[PY-04] what went back stands below the total, each refund with its day and card, and what is left of it', async () => {
    const refunds = [{ amount: 10_000 }, { amount: 62, date: '2026-02-03T00:00:00Z' }];
    renderApp('/receipt/inv_1', { handlers: [answer('GET /api/account/me/receipts/:id', aRefundedReceipt(refunds))] });
    expect(await screen.findByText('Partially refunded')).toBeDefined();
    expect(screen.getByText('$100.62 refunded')).toBeDefined();
    const lines = screen
      .getAllByText(/^Refunded/)
      .map((label) => [label.textContent, label.nextElementSibling?.textContent]);
    expect(lines).toEqual([
      ['Refunded Jan 20, 2026to Visa\u00a0••••\u00a04242', '−$100.00'],
      ['Refunded Feb 3, 2026to Visa\u00a0••••\u00a04242', '−$0.62'],
    ]);
    expect([figure('Total'), figure('Total after refunds')]).toEqual(['$324.62', '$224.00']);
  });

  test('[PY-04] a refund that has no answer yet, or that failed, says so and is in no figure', async () => {
    const refunds = [{ status: 'sending' as const }, { status: 'failed' as const, amount: 5_000 }];
    renderApp('/receipt/inv_1', { handlers: [answer('GET /api/account/me/receipts/:id', aRefundedReceipt(refunds))] });
    expect((await screen.findByText(/^A refund of .* began/)).textContent).toBe(
      'A refund of $100.00 to Visa\u00a0••••\u00a04242 began on Jan 20, 2026. The payment provider has not confirmed it yet.',
    );
    expect(screen.getByText(/^A refund of .* failed/).textContent).toBe(
      'A refund of $50.00 failed on Jan 20, 2026: that amount never reached Visa\u00a0••••\u00a04242.',
    );
    expect(screen.getByText('Paid')).toBeDefined();
    expect(screen.queryByText('Total after refunds')).toBeNull();
    expect(screen.queryByText(/refunded$/)).toBeNull();
  });

  test('[PY-04] not there, or somebody else\'s: "No Receipt found"', async () => {
    renderApp('/receipt/inv_x', { handlers: [refuse('GET /api/account/me/receipts/:id', 'NOT_FOUND')] });
    expect(await screen.findByText('No Receipt found')).toBeDefined();
  });

  test('[PY-04] what can be no id of a receipt is none, and no retry is offered that never helps', async () => {
    renderApp('/receipt/%00', { handlers: [refuse('GET /api/account/me/receipts/:id', 'INVALID_REQUEST')] });
    expect(await screen.findByText('No Receipt found')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('[PY-04, BY-04] not loaded can be tried again; the focus then stays on the page, and where somebody has taken it', async () => {
    const failing = { handlers: [offlineHandler('GET /api/account/me/receipts/:id')] };
    const { user, unmount } = renderApp('/receipt/inv_1', failing);
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.queryByText('No Receipt found')).toBeNull();
    server.use(receiptIs());
    await user.click(again);
    await screen.findByText('Arcwave Inc.', { exact: false });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Receipt' }));
    unmount();

    renderApp('/receipt/inv_1', failing);
    const second = await screen.findByRole('button', { name: 'Try again' });
    const { promise: asked, resolve: open } = Promise.withResolvers<void>();
    const late = async () => {
      await asked;
      return Response.json(aReceipt());
    };
    server.use(answer('GET /api/account/me/receipts/:id', late));
    await user.click(second);
    const elsewhere = within(screen.getByRole('main')).getByRole('link', { name: 'Payments' });
    elsewhere.focus();
    open();
    await screen.findByText('Arcwave Inc.', { exact: false });
    expect(document.activeElement).toBe(elsewhere);
  });

  test('[PY-07] can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = renderApp('/receipt/inv_1', { handlers: [receiptIs()] });
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
