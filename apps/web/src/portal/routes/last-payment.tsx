import { useEffect, useState } from 'react';
import { PaidNotice } from '../../features/payments/components/paid-notice.tsx';
import { storedPaidPayment, takeIsNewPayment } from '../../shared/orders/paid.ts';

/** Notice of the last payment on a page that the customer stays on. */
export const LastPayment = () => {
  const [paid, setPaid] = useState(storedPaidPayment);
  useEffect(() => void takeIsNewPayment(), []); // not read out again, because the page already said it
  return (
    paid && !paid.startsTrial && <PaidNotice paid={paid} alert={false} focus={false} onDismiss={() => setPaid(null)} />
  );
};
