import type { Receipt } from '@foyer/contract/api/receipt';
import { call } from '../../../lib/call.ts';
import { saveFile } from '../../../ui/save-file.ts';

/** Downloads the receipt as PDF and saves it under its number (PY-07). */
export const downloadReceipt = async ({ id, invoice }: Pick<Receipt, 'id' | 'invoice'>): Promise<void> => {
  const pdf = await call(
    'GET /api/account/me/receipts/:id.pdf',
    { params: { id: id ?? '' } },
    { read: async (response) => new Uint8Array(await response.arrayBuffer()) },
  );
  saveFile(`${invoice ?? 'receipt'}.pdf`, pdf, 'application/pdf');
};
