import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../shared/account/account.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { unpaidReceiptsQuery } from '../queries/receipts.ts';

/**
 * Queries of the notice about an open receipt. Reads the subscriptions only while a payment is open. `waits`: the notice
 * may still appear, so nothing below it has its place yet (SH-12).
 */
export const useOpenPayment = () => {
  const unpaid = useQuery(unpaidReceiptsQuery);
  const account = useQuery(accountQuery);
  const owes = account.data !== undefined && account.data.openPayments.length > 0;
  const subscriptions = useQuery({ ...subscriptionsQuery(), enabled: owes });
  return {
    unpaid,
    account: account.data,
    owed: owes ? (subscriptions.data ?? []) : [],
    waits: unpaid.isPending || account.isPending || (owes && !subscriptions.isFetched),
  };
};
