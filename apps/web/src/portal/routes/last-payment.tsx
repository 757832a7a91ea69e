import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PaidNotice } from '../../features/payments/components/paid-notice.tsx';
import { storedPaidPayment, takeIsNewPayment } from '../../shared/orders/paid.ts';

interface LastPaymentProps {
  /** Result of the payment. It is read out. */
  title: ReactNode;
  /** Notice of a payment that the browser could not store. */
  notStored: ReactNode;
}

/** Takes the focus, because the clicked button is gone. Read out without the text below it. */
const Title = ({ children }: { children: ReactNode }) => {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <span ref={ref} role="alert" tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </span>
  );
};

/** Notice of the payment that the customer just made on a page that stays. */
export const LastPayment = ({ title, notStored }: LastPaymentProps) => {
  const [paid] = useState(storedPaidPayment);
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => void takeIsNewPayment(), []); // Home does not read it out again
  if (isDismissed) return null;
  return paid ? (
    <PaidNotice
      paid={paid}
      alert={false}
      focus={false}
      title={<Title>{title}</Title>}
      onDismiss={() => setDismissed(true)}
    />
  ) : (
    notStored
  );
};
