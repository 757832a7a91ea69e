import type { AccountView, OpenPayment } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anAccount } from './builders.ts';
import { answer } from './handlers.ts';
import { aReceipt } from './receipts.ts';

export const receiptsAre = (...receipts: Receipt[]) =>
  answer('GET /api/account/me/receipts', { receipts, data: { receipts }, total: receipts.length, nextCursor: null });

/** What the sandbox gives for the numbers. */
export const cardToken = answer('POST /sandbox/tokens', { id: 'tok_visa', card: { brand: 'visa', last4: '4242' } });

/** A card that the sandbox knows, typed in. */
export const fillInCard = async (user: UserEvent) => {
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiry'), '1199');
  await user.type(screen.getByLabelText('Security code'), '123');
};

/** An overdue receipt of a day of March. */
export const anUnpaidReceipt = (id: string, day: string, cents: number) =>
  aReceipt({
    id,
    description: `Starter ${id}`,
    createdDate: `2026-03-${day}T00:00:00Z`,
    status: 'Unpaid',
    overdue: true,
    isPaid: false,
    amountDueCents: cents,
    amount: cents,
  });

const asPaid = (receipt: Receipt): Receipt => ({ ...receipt, status: 'Paid', isPaid: true, overdue: false });

/** What the account says of receipts that wait for money: the oldest first, and no credit for any. */
export const openPaymentsOf = (receipts: Iterable<Receipt>): OpenPayment[] =>
  [...receipts]
    .filter(({ status }) => status === 'Unpaid' || status === 'Payment Failed')
    .toSorted((a, b) => a.createdDate.localeCompare(b.createdDate))
    .map(({ id, description, createdDate, overdue, amountDueCents, writtenOff, failureMessage, failedAt }) => ({
      ...{
        receiptId: id ?? '',
        description,
        dueSince: createdDate,
        overdue,
        failureMessage,
        failedAt,
        declined: failureMessage !== null,
        creditCents: 0,
        amountDueCents,
        writtenOff,
        endedPlan: writtenOff ? { name: 'Starter', product: 'drive', endedOn: '2026-04-15T00:00:00Z' } : null,
      },
    }));

/** Title and first paragraph of a notice: the result of the payment, without the text about the receipts left. */
export const outcomeIn = (notice: HTMLElement): string =>
  [...notice.querySelectorAll('p')]
    .slice(0, 2)
    .map(({ textContent }) => textContent)
    .join('');

/** A server whose receipts become paid when they are; notes what it was asked to pay. */
export const receiptServer = (...receipts: Receipt[]) => {
  const asked: { id: unknown; body: unknown; key: string | null }[] = [];
  const held = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  const list = answer('GET /api/account/me/receipts', () => {
    const all = [...held.values()];
    return { receipts: all, data: { receipts: all }, total: all.length, nextCursor: null };
  });
  const settle = (id: string): Receipt => {
    const settled = asPaid(held.get(id) as Receipt);
    held.set(id, settled);
    return settled;
  };
  const pay = answer('POST /api/account/me/receipts/:id/pay', async ({ request, params }) => {
    asked.push({
      id: params.id,
      body: await request.json(),
      key: request.headers.get('idempotency-key'),
    });
    return settle(String(params.id));
  });
  const accountIs = (facts: Partial<AccountView> = {}) =>
    answer('GET /api/account/me', () => anAccount({ openPayments: openPaymentsOf(held.values()), ...facts }));
  return { asked, settle, accountIs, handlers: [list, pay, accountIs()] };
};
