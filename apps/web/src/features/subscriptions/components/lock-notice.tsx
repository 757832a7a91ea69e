import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { Lock } from '../model/current-plan.ts';
import type { HeldProps } from './unpaid-bill.tsx';

// on demand, because undecided and unpaid payments are rare
const PendingOrder = lazyNamed(() => import('./pending-notice.tsx').then((file) => file.PendingOrder));
const UnpaidBill = lazyNamed(() => import('./unpaid-bill.tsx').then((file) => file.UnpaidBill));

/** Reason why no plan can be chosen now, with the next step. */
export const LockNotice = ({ lock, existing }: HeldProps & { lock: Lock }) => {
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
      return (
        <Suspense>
          <UnpaidBill existing={existing} />
        </Suspense>
      );
    case 'payment-pending':
      return (
        <Suspense>
          <PendingOrder />
        </Suspense>
      );
  }
};
