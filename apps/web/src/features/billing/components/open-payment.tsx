import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { openReceipts } from '../model/open-receipts.ts';
import { receiptsQuery } from '../queries/receipts.ts';
import { OverdueNotice } from './overdue-notice.tsx';

/** The one notice of the page: the oldest receipt that waits for money, overdue ones first. */
export const OpenPayment = () => {
  const { data: receipts } = useInfiniteQuery(receiptsQuery);
  const { data: account } = useQuery(accountQuery);
  const open = openReceipts(receipts?.pages.flatMap((page) => page.receipts) ?? []);
  const first = open.findLast(({ status }) => status === 'Unpaid') ?? open.at(-1);
  if (!first || !account) return null;
  return (
    <OverdueNotice
      receipt={first}
      hasCard={account.paymentMethod !== null}
      canAddPaymentMethod={account.canAddPaymentMethod}
    />
  );
};
