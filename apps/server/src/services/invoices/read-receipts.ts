import type { ReceiptPage } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import type { BillingReads } from '../billing/ports.ts';
import { encodeCursor, parseCursor } from '../list-page.ts';
import { Refused } from '../refused.ts';
import { type Payee, viewReceipt } from './receipt-views.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'receipt' | 'receipts'>;
  readonly payee: Payee;
  readonly catalogue: () => Catalogue;
}

/** Latest time that a cursor may have, in milliseconds. PostgreSQL stores no date after the year 294276. */
const LATEST = 999_999_999_999_999;

const readCursor = (cursor: string): { finalizedAt: Instant; id: string } => {
  const { time, id } = parseCursor(cursor, LATEST);
  return { finalizedAt: time, id };
};

/** Lists receipts, newest first, 10 per page (PY-02). With a cursor, a new receipt does not shift the pages. */
export const makeListReceipts =
  ({ reads, payee, catalogue }: Dependencies) =>
  async (
    accountId: AccountId,
    query: {
      page?: number | undefined;
      pageSize?: number | undefined;
      cursor?: string | undefined;
      unpaid?: boolean | undefined;
    },
    language: Language,
  ): Promise<ReceiptPage> => {
    const pageSize = query.pageSize ?? 10;
    const after = query.cursor === undefined ? null : readCursor(query.cursor);
    const offset = after ? 0 : ((query.page ?? 1) - 1) * pageSize;
    // One row more shows whether another page exists.
    const { rows: found, total } = await reads.receipts(accountId, {
      pageSize: pageSize + 1,
      offset,
      after,
      unpaidOnly: query.unpaid ?? false,
    });
    const rows = found.slice(0, pageSize);
    const receipts = rows.map((row) => viewReceipt(row, { payee, catalogue: catalogue() }, language));
    const last = rows.at(-1);
    const nextCursor = last && found.length > pageSize ? encodeCursor(last.invoice.finalizedAt, last.invoice.id) : null;
    return { receipts, data: { receipts }, total, nextCursor };
  };

/** Returns all receipts as booked. The data export lists them. */
export const makeReadAllReceipts =
  ({ reads, payee, catalogue }: Dependencies) =>
  async (accountId: AccountId): Promise<Receipt[]> => {
    const { rows } = await reads.receipts(accountId, { pageSize: Number.MAX_SAFE_INTEGER, offset: 0, after: null });
    return rows.map((row) => viewReceipt(row, { payee, catalogue: catalogue() }, languages[0]));
  };

export const makeReadReceipt =
  ({ reads, payee, catalogue }: Dependencies) =>
  async (accountId: AccountId, id: string, language: Language): Promise<Receipt> => {
    const row = await reads.receipt(accountId, id);
    if (!row) throw new Refused('NOT_FOUND');
    return viewReceipt(row, { payee, catalogue: catalogue() }, language);
  };
