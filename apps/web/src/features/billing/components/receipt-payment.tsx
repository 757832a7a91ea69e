import type { Receipt } from '@foyer/contract/api/shapes';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { oldestFirst, openReceipts } from '../model/open-receipts.ts';
import { receiptsQuery } from '../queries/receipts.ts';
import { PayOpen } from './pay-open.tsx';

/** Pays the receipt of this page, and what is older and open before it (PM-09). */
export const ReceiptPayment = ({ receipt }: { receipt: Receipt }) => {
  const [open] = openReceipts([receipt]);
  const { data: pages } = useInfiniteQuery({ ...receiptsQuery, enabled: open !== undefined });
  const { data: account } = useQuery({ ...accountQuery, enabled: open !== undefined });
  if (!pages || !account) return null;
  const receipts = pages.pages.flatMap((page) => page.receipts);
  return <PayOpen shown={open} receipts={oldestFirst(receipts, receipt)} account={account} />;
};
