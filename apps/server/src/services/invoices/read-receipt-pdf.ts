import type { Receipt } from '@foyer/contract/api/receipt';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { ReceiptBrand, RenderReceipt } from './ports.ts';
import { receiptDocument } from './receipt-document.ts';

interface Dependencies {
  readonly readReceipt: (accountId: AccountId, id: string, language: Language) => Promise<Receipt>;
  /** Returns the brand of a host name. */
  readonly brandAt: (hostname: string) => ReceiptBrand;
  readonly render: RenderReceipt;
}

/**
 * Owner of the receipt, with the language of the account instead of the page, because a file is stored and forwarded (BY-05).
 */
export interface Reader {
  readonly accountId: AccountId;
  readonly language: Language;
}

/** PDF of a receipt with its file name. */
export interface ReceiptFile {
  readonly pdf: Uint8Array<ArrayBuffer>;
  readonly fileName: string;
}

/** Returns a receipt as a PDF under the brand of the host, named by its number (PY-07). */
export const makeReadReceiptPdf =
  ({ readReceipt, brandAt, render }: Dependencies) =>
  async ({ accountId, language }: Reader, id: string, hostname: string): Promise<ReceiptFile> => {
    const receipt = await readReceipt(accountId, id, language);
    const pdf = await render(receiptDocument(receipt, brandAt(hostname), language));
    return { pdf, fileName: `${receipt.invoice ?? 'receipt'}.pdf` };
  };
