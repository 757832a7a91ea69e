import type { Subscription } from '@foyer/contract/api/shapes';
import { call } from '../../../lib/call.ts';

type Renewable = Pick<Subscription, 'id' | 'isTrial' | 'isPromo'>;

/** Name of the setting (SU-05): promotions and trials use `transitionAtEnd`, other plans `cancelAtPeriodEnd`. */
const renewalChange = ({ isTrial, isPromo }: Renewable, on: boolean) =>
  isTrial || isPromo ? { transitionAtEnd: on } : { cancelAtPeriodEnd: !on };

/** Switches renewal on or off, at once. */
export const setAutoRenew = (subscription: Renewable, on: boolean) =>
  call('PATCH /api/subscription/subscriptions/:id', {
    params: { id: subscription.id },
    body: renewalChange(subscription, on),
  });
