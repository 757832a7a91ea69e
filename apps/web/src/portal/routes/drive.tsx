import { useLingui } from '@lingui/react/macro';
import { DriveSubscription } from '../../features/subscriptions/components/drive-subscription.tsx';
import { destinationAfter, type Outcome, outcomeOf } from '../../features/subscriptions/model/done.ts';
import { config } from '../../lib/config.ts';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { sendAway } from '../../lib/send-away.ts';
import { moneyText } from '../../ui/money.tsx';
import { useToast } from '../../ui/toast.tsx';
import { couponField } from '../coupon-field.tsx';
import type { PageProps } from '../page-props.ts';

/** `/subscriptions/drive/{subId?}?plan=&r=&step=&coupon=&renew=` (DR-01). */
export const Page = ({ params }: PageProps) => {
  const { t } = useLingui();
  const toast = useToast();
  const query = useRouteQuery();
  const r = query.get('r') ?? undefined;

  const say = (outcome: Outcome): string => {
    switch (outcome.kind) {
      case 'paid':
        return t`Paid ${moneyText(outcome.cents)}`;
      case 'trial-started':
        return t`Trial started`;
      case 'changed':
        return t`Plan changed`;
      case 'subscribed':
        return t`Subscribed`;
    }
  };

  return (
    <DriveSubscription
      crumb={config.brand.secondTab !== 'subscription'}
      place={{
        subId: params.subId,
        plan: query.get('plan') ?? undefined,
        step: query.get('step') ?? undefined,
        coupon: query.get('coupon') ?? undefined,
        renew: query.get('renew') ?? undefined,
        r,
      }}
      couponField={couponField}
      onMove={navigate}
      onDone={(purchased, { trial, changedExisting }) => {
        const elsewhere = destinationAfter(r, config.links, location.href);
        if (elsewhere) return sendAway.to(elsewhere);
        toast(say(outcomeOf(purchased, trial, changedExisting)));
        navigate(paths.home);
      }}
    />
  );
};
