import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { PaidNotice } from '../../features/payments/components/paid-notice.tsx';
import { TrialStarted } from '../../features/payments/components/trial-started.tsx';
import { UnpaidNotice } from '../../features/payments/components/unpaid-notice.tsx';
import { accountQuery } from '../../shared/account/account.ts';
import { storedPaidPayment, storePaidPayment, takeIsNewPayment } from '../../shared/orders/paid.ts';

/**
 * Notices of Home about money: what is unpaid, and the last payment. An earlier payment is not shown beside a receipt that is
 * unpaid now. Loaded only for an account that has one of them.
 */
export const Page = ({ bankAsks }: { bankAsks: ReactNode }) => {
  const { data: account } = useQuery(accountQuery);
  const [paid, setPaid] = useState(storedPaidPayment);
  const [isNew] = useState(takeIsNewPayment);
  const [isPaidHere, setPaidHere] = useState(false);
  return (
    <>
      {account && (
        <UnpaidNotice
          account={account}
          bankAsks={bankAsks}
          onPaid={(now) => {
            storePaidPayment(now);
            setPaid(now);
            setPaidHere(true);
          }}
        />
      )}
      {paid?.startsTrial && <TrialStarted subId={paid.subId} />}
      {paid && !paid.startsTrial && (isPaidHere || !account?.openPayments.length) && (
        <PaidNotice paid={paid} alert={isNew || isPaidHere} focus={isPaidHere} onDismiss={() => setPaid(null)} />
      )}
    </>
  );
};
