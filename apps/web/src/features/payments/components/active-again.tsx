import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { pageLanguage } from '../../../lib/page-language.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { DateText } from '../../../ui/date.tsx';
import { nameWithProduct } from './use-paused.ts';

interface ActiveAgainProps {
  plans: readonly string[];
}

/** Says until when a restarted plan is paid. A suspended one is paid longer, by the time it was paused (S16). */
const PaidUntil = ({ plans }: ActiveAgainProps) =>
  useQuery(subscriptionsQuery()).data?.map((one) => {
    const { id, entitled, currentPeriodEnd } = one;
    const name = nameWithProduct(one);
    return (
      entitled &&
      currentPeriodEnd &&
      plans.includes(name) && (
        <span key={id}>
          <Trans>
            {name} is paid until <DateText instant={currentPeriodEnd} />.
          </Trans>{' '}
        </span>
      )
    );
  });

/** Text after a payment: the plans that it restarts, until when they are paid, and that the receipt was emailed. */
export const ActiveAgain = ({ plans }: ActiveAgainProps) => {
  const list = new Intl.ListFormat(pageLanguage()).format(plans);
  return (
    <>
      {plans.length > 0 && (
        <>
          {plans.length > 1 ? <Trans>{list} are active again.</Trans> : <Trans>{list} is active again.</Trans>}{' '}
          <PaidUntil plans={plans} />
        </>
      )}
      <Trans>We emailed you the receipt.</Trans>
    </>
  );
};
