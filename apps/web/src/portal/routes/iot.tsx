import { IotSubscription } from '../../features/subscriptions/iot/iot-subscription.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { couponField } from '../coupon-field.tsx';

/** `/subscriptions/iot?plan=&coupon=` (IO-01). */
export const Page = () => {
  const query = useRouteQuery();
  return (
    <IotSubscription
      plan={query.get('plan') ?? undefined}
      coupon={query.get('coupon') ?? undefined}
      couponField={couponField}
      onMove={navigate}
    />
  );
};
