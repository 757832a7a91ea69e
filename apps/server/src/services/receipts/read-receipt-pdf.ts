import type { Receipt } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { DrawReceipt, PaperBrand } from './ports.ts';
import { receiptPaper } from './receipt-paper.ts';

export interface ReceiptPdfNeeds {
  readonly readReceipt: (accountId: AccountId, id: string) => Promise<Receipt>;
  /** The brand that a host name shows. */
  readonly brandAt: (hostname: string) => PaperBrand;
  readonly draw: DrawReceipt;
}

/** PY-07: the receipt as a PDF under the brand the customer is looking at. */
export const makeReadReceiptPdf =
  ({ readReceipt, brandAt, draw }: ReceiptPdfNeeds) =>
  async (accountId: AccountId, id: string, hostname: string): Promise<Uint8Array<ArrayBuffer>> =>
    draw(receiptPaper(await readReceipt(accountId, id), brandAt(hostname)));
