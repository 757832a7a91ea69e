import { MeteredSubscription } from '../../features/subscriptions/metered/metered-subscription.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { storePaidPurchase } from '../../shared/orders/paid.ts';
import { couponField } from '../coupon-field.tsx';
import type { SubscriptionPageProps } from '../page-props.ts';
import { useIsMounted } from '../use-is-mounted.ts';

// loaded with its own texts
const PaidNotice = lazyNamed(() => import('./last-payment.tsx').then((file) => file.LastPayment));

/** Page of a metered family: `/subscriptions/{family}?plan=&pay=&coupon=&renew=` (IO-01). */
export const Page = ({ family }: SubscriptionPageProps) => {
  const query = useRouteQuery();
  const isMounted = useIsMounted();
  return (
    <MeteredSubscription
      family={family}
      place={{
        plan: query.get('plan') ?? undefined,
        pay: query.get('pay') ?? undefined,
        coupon: query.get('coupon') ?? undefined,
        renew: query.get('renew') ?? undefined,
      }}
      couponField={couponField}
      paidNotice={<PaidNotice />}
      onBought={storePaidPurchase}
      onMove={(to, options) => isMounted() && navigate(to, options)}
    />
  );
};
