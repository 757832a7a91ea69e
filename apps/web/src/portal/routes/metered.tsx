import { MeteredSubscription } from '../../features/subscriptions/metered/metered-subscription.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { lazyPreloaded } from '../../lib/lazy-preloaded.ts';
import { storePaidPurchase } from '../../shared/orders/paid.ts';
import { couponField } from '../coupon-field.tsx';
import type { SubscriptionPageProps } from '../page-props.ts';
import { useIsMounted } from '../use-is-mounted.ts';

// a part with its texts, which most visits do not show
const { Part: LastPayment, usePreload } = lazyPreloaded(async () => (await import('./last-payment.tsx')).LastPayment);

/** Page of a metered family: `/subscriptions/{family}?plan=&pay=&coupon=&renew=` (IO-01). */
export const Page = ({ family }: SubscriptionPageProps) => {
  const query = useRouteQuery();
  const isMounted = useIsMounted();
  usePreload();
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
      paidNotice={(title, notStored) => <LastPayment title={title} notStored={notStored} />}
      onBought={storePaidPurchase}
      onMove={(to, options) => isMounted() && navigate(to, options)}
    />
  );
};
