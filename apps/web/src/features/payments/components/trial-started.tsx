import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { removePaidPayment, storedPaidPayment } from '../../../shared/orders/paid.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { DateText } from '../../../ui/date.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NextStep } from './paid-notice.tsx';

/** Result of an order that started a trial. Shows the trial as it is now, until the customer leaves the page. */
export const TrialStarted = ({ subId }: { subId: string | undefined }) => {
  const { data: held = [] } = useQuery(subscriptionsQuery());
  useEffect(
    () => () => {
      // a payment that was made on this page meanwhile keeps its notice
      if (storedPaidPayment()?.startsTrial) removePaidPayment();
    },
    [],
  );
  const trial = held.find(({ id }) => id === subId);
  if (!trial?.trialExpiry || trial.trialDaysLeft === null) return null;
  const name = `${familyOf(trial.product).name} ${trial.name}`;
  return (
    <Notice
      alert
      tone="ok"
      titleAs="p"
      title={<Trans>Your {name} trial has started</Trans>}
      actions={<NextStep product={trial.product} />}
    >
      <p>
        <Trans>
          Free until <DateText instant={trial.trialExpiry} />.
        </Trans>{' '}
        {trial.renews ? (
          <Trans>Your plan then continues, unless you turn off auto-renew.</Trans>
        ) : (
          <Trans>You won't be charged.</Trans>
        )}
      </p>
    </Notice>
  );
};
