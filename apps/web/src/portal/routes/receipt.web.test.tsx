import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { aReceipt } from '../../testing/builders.ts';
import { answer, offline, refuse } from '../../testing/handlers.ts';
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

  test('[PY-04] a future one is estimated and has no status', async () => {
    renderApp('/receipt/inv_1', {
      handlers: [receiptIs({ status: null, isPaid: false, processedDate: '2027-01-10T00:00:00Z' })],
    });
    expect((await screen.findByText(/^Estimated Payment On/)).textContent).toBe('Estimated Payment On Jan 10, 2027');
    expect(screen.queryByText('Paid')).toBeNull();
    expect(screen.queryByText('Paid with')).toBeNull();
  });

  test.each([
    ['No Payment Necessary', 'No Payment Necessary'],
    ['Payment Failed', 'Payment Failed'],
    ['Unpaid', 'Unpaid · overdue'],
  ] as const)('[PY-05] status %s', async (status, label) => {
    renderApp('/receipt/inv_1', { handlers: [noOthers, receiptIs({ status, isPaid: false })] });
    expect(await screen.findByText(label)).toBeDefined();
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

  test('[PY-04] not loaded can be tried again', async () => {
    renderApp('/receipt/inv_1', { handlers: [offline('GET /api/account/me/receipts/:id')] });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.queryByText('No Receipt found')).toBeNull();
  });

  test('[PY-07] can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const { user } = renderApp('/receipt/inv_1', { handlers: [receiptIs()] });
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
