import { IotSubscription } from '../../features/subscriptions/iot/iot-subscription.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { couponField } from '../coupon-field.tsx';
import { useIsThere } from '../use-is-there.ts';

/** `/subscriptions/iot?plan=&pay=&coupon=&renew=` (IO-01). */
export const Page = () => {
  const query = useRouteQuery();
  const isThere = useIsThere();
  return (
    <IotSubscription
      place={{
        plan: query.get('plan') ?? undefined,
        pay: query.get('pay') ?? undefined,
        coupon: query.get('coupon') ?? undefined,
        renew: query.get('renew') ?? undefined,
      }}
      couponField={couponField}
      onMove={(to, options) => isThere() && navigate(to, options)}
    />
  );
};
