import { IotSubscription } from '../../features/subscriptions/iot/iot-subscription.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';

/** `/subscriptions/iot?plan=` (IO-01). */
export const IotPage = () => <IotSubscription plan={useRouteQuery().get('plan') ?? undefined} onMove={navigate} />;
