import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { destinationAfter } from '../../features/subscriptions/model/done.ts';
import { PlansSubscription } from '../../features/subscriptions/plans/plans-subscription.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { redirect } from '../../lib/redirect.ts';
import { isSecondTab } from '../../shared/catalogue/families.ts';
import { resetStaleAfterPurchase } from '../../shared/orders/after-purchase.ts';
import { storePaidPayment, storePaidPurchase } from '../../shared/orders/paid.ts';
import { countPlacedOrder } from '../../shared/orders/placed-orders.ts';
import { useToast } from '../../ui/toast.tsx';
import { couponField } from '../coupon-field.tsx';
import type { SubscriptionPageProps } from '../page-props.ts';
import { useIsMounted } from '../use-is-mounted.ts';

/** Stores a trial that just started, for its notice on Home. */
const storeStartedTrial = (trial: Subscription): void =>
  storePaidPayment({
    cents: 0,
    creditCents: 0,
    description: trial.name,
    product: trial.product,
    subId: trial.id,
    until: trial.trialExpiry,
    receiptId: null,
    startsTrial: true,
  });

/** Page of a family with plans: `/subscriptions/{family}/{subId?}?plan=&r=&step=&coupon=&renew=` (DR-01). */
export const Page = ({ params, family }: SubscriptionPageProps) => {
  const toast = useToast();
  const client = useQueryClient();
  const query = useRouteQuery();
  const r = query.get('r') ?? undefined;
  const isMounted = useIsMounted();

  return (
    <PlansSubscription
      family={family}
      crumb={!isSecondTab(family.key)}
      place={{
        subId: params.subId,
        plan: query.get('plan') ?? undefined,
        step: query.get('step') ?? undefined,
        coupon: query.get('coupon') ?? undefined,
        renew: query.get('renew') ?? undefined,
        r,
      }}
      couponField={couponField}
      onMove={(to, options) => isMounted() && navigate(to, options)}
      onDone={(purchased, outcomeText, startsTrial) => {
        const isPaid = storePaidPurchase(purchased);
        countPlacedOrder();
        const elsewhere = destinationAfter(r, family.app, location.href);
        if (elsewhere && isMounted()) return redirect.to(elsewhere);
        // Home shows a payment, and a trial that starts, as a notice
        if (!(isPaid || startsTrial) || !isMounted()) toast(outcomeText);
        if (!isMounted()) return;
        if (startsTrial) storeStartedTrial(purchased.subscription);
        resetStaleAfterPurchase(client);
        navigate(paths.home);
      }}
    />
  );
};
