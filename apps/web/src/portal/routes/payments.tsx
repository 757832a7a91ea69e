import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { OpenPayment } from '../../features/payments/components/open-payment.tsx';
import { OverviewCards } from '../../features/payments/components/overview-cards.tsx';
import { PastPayments } from '../../features/payments/components/past-payments.tsx';
import { useOpenPayment } from '../../features/payments/components/use-open-payment.ts';
import { useRouteQuery } from '../../lib/hash-location.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './payments.module.css';

/** Scrolls to the section that `?active=` names and focuses its heading, after it has loaded (PY-01). */
const useOpenSection = (active: string | null) => {
  const [receipts, receiptsRef] = useState<HTMLElement | null>(null);
  const [payment, paymentRef] = useState<HTMLElement | null>(null);
  const target = active === 'receipts' ? receipts : active === 'payment' ? payment : null;
  useEffect(() => {
    if (!target) return;
    // after the router has moved the focus to the new page
    const frame = requestAnimationFrame(() => {
      target.scrollIntoView?.();
      target.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return { receiptsRef, paymentRef };
};

/** Page `/payments?active=receipts|payment`: next payment, payment method and past payments (PY-01). */
export const Page = () => {
  const query = useRouteQuery();
  const { receiptsRef, paymentRef } = useOpenSection(query.get('active'));
  // The notice of OpenPayment would push the cards down, so they wait until it has its height.
  const { waits } = useOpenPayment();
  return (
    <>
      <PageHeader title={<Trans>Payments</Trans>} />
      <div className={styles.sections}>
        <div>
          <Section>
            <OpenPayment />
          </Section>
          <Section>
            <OverviewCards waits={waits} methodRef={paymentRef} />
          </Section>
        </div>
        <Section>
          <PastPayments waits={waits} headingRef={receiptsRef} />
        </Section>
      </div>
    </>
  );
};
