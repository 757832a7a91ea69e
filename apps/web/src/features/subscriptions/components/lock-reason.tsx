import { Notice } from '../../../ui/notice.tsx';
import type { Lock } from '../model/current-plan.ts';
import { PendingOrder, prepaid } from './pending-notice.tsx';
import { type HeldProps, UnpaidBill } from './unpaid-bill.tsx';

/** Notice with the reason of a lock. */
export const LockReason = ({ lock, existing }: HeldProps & { lock: Lock }) => {
  switch (lock) {
    case 'prepaid':
      return (
        <Notice tone="info" title={prepaid.title}>
          <p>{prepaid.next}</p>
        </Notice>
      );
    case 'payment-open':
      return <UnpaidBill existing={existing} />;
    case 'payment-pending':
      return <PendingOrder />;
  }
};
