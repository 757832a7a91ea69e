import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { paths } from '../../../lib/paths.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Lock } from '../model/current-plan.ts';

// on demand, because undecided payments are rare
const PendingOrder = lazyNamed(() => import('./pending-notice.tsx').then((file) => file.PendingOrder));

/** Says what is unpaid, with the way to the page that pays it. Without the amount while a payment of it is undecided. */
const UnpaidBill = () => {
  const openCents = useQuery(accountQuery).data?.openAmountCents ?? 0;
  return (
    <Notice
      tone="bad"
      title={
        openCents > 0 ? (
          <Trans>
            You have an unpaid bill of <Money cents={openCents} />
          </Trans>
        ) : (
          <Trans>You have an unpaid bill</Trans>
        )
      }
      actions={
        <LinkButton size="sm" to={paths.payments({ active: 'receipts' })}>
          {openCents > 0 ? (
            <Trans>
              Pay <Money cents={openCents} />
            </Trans>
          ) : (
            <Trans>See payments</Trans>
          )}
        </LinkButton>
      }
    >
      <p>
        <Trans>Pay it to change your plan.</Trans>
      </p>
    </Notice>
  );
};

/** Reason why no plan can be chosen now, with the next step. */
export const LockNotice = ({ lock }: { lock: Lock }) => {
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
      return <UnpaidBill />;
    case 'payment-pending':
      return (
        <Suspense>
          <PendingOrder />
        </Suspense>
      );
  }
};
