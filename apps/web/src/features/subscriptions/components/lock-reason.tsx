import { Trans } from '@lingui/react/macro';
import { Notice } from '../../../ui/notice.tsx';
import type { Lock } from '../model/current-plan.ts';
import { PendingOrder } from './pending-notice.tsx';
import { type HeldProps, UnpaidBill } from './unpaid-bill.tsx';

/** Notice with the reason of a lock. */
export const LockReason = ({ lock, existing }: HeldProps & { lock: Lock }) => {
  switch (lock) {
    case 'prepaid':
      return (
        <Notice tone="info" title={<Trans>A prepaid plan can't be changed here</Trans>}>
          <p>
            <Trans>It is paid until it ends. After that day you can choose another plan on this page.</Trans>
          </p>
        </Notice>
      );
    case 'payment-open':
      return <UnpaidBill existing={existing} />;
    case 'payment-pending':
      return <PendingOrder />;
  }
};
