import type { Receipt } from '@foyer/contract/api/receipt';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { DrawReceipt, ReceiptBrand } from './ports.ts';
import { receiptDocument } from './receipt-document.ts';

interface Dependencies {
  readonly readReceipt: (accountId: AccountId, id: string, language: Language) => Promise<Receipt>;
  /** The brand that a host name shows. */
  readonly brandAt: (hostname: string) => ReceiptBrand;
  readonly draw: DrawReceipt;
}

/** Owner of the receipt, with the language setting of the account, because a file is kept and passed on (BY-05). */
export interface Reader {
  readonly accountId: AccountId;
  readonly language: Language;
}

/** A receipt to keep: the PDF, and the name of its file. */
export interface ReceiptFile {
  readonly pdf: Uint8Array<ArrayBuffer>;
  readonly fileName: string;
}

/** PY-07: the receipt as a PDF under the brand the customer is looking at, named by its number. */
export const makeReadReceiptPdf =
  ({ readReceipt, brandAt, draw }: Dependencies) =>
  async ({ accountId, language }: Reader, id: string, hostname: string): Promise<ReceiptFile> => {
    const receipt = await readReceipt(accountId, id, language);
    const pdf = await draw(receiptDocument(receipt, brandAt(hostname), language));
    return { pdf, fileName: `${receipt.invoice ?? 'receipt'}.pdf` };
  };
