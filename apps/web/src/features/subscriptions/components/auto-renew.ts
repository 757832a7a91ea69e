import type { Subscription } from '@foyer/contract/api/shapes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import type { CallError } from '../../../lib/call-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { isMissingCard, isSwitchedOn } from '../model/current-plan.ts';
import { refetchRenewal } from '../queries/refetch.ts';

type Renewable = Pick<Subscription, 'id' | 'isTrial' | 'isPromo'>;

/** Name of the setting (SU-05): promotions and trials use `transitionAtEnd`, other plans `cancelAtPeriodEnd`. */
const renewalChange = ({ isTrial, isPromo }: Renewable, on: boolean) =>
  isTrial || isPromo ? { transitionAtEnd: on } : { cancelAtPeriodEnd: !on };

/** Switches renewal on or off, at once. */
const setAutoRenew = (subscription: Renewable, on: boolean) =>
  call('PATCH /api/subscription/subscriptions/:id', {
    params: { id: subscription.id },
    body: renewalChange(subscription, on),
  });

/** Missing condition for a charge. `usable-card`: cards of the country of the address are not taken. */
export type MissingForRenewal = 'card' | 'usable-card' | 'address';

/** Returns the missing condition of a refusal. A missing card and a missing address have the same error: with a card it is the address. */
const missingOf = (type: string | undefined, hasCard: boolean): MissingForRenewal | null => {
  if (type === 'PAYMENT_METHOD_REQUIRED') return hasCard ? 'address' : 'card';
  return type === 'CARD_COUNTRY_UNSUPPORTED' ? 'usable-card' : null;
};

/**
 * Switch of auto-renew (SU-05). Shows the new state at once, and restores it with the reason if the change fails.
 * Refetches the subscription in any case, because a change without an answer may have been saved (INV-12). Calls
 * `onGone` when renewal is off for good, because prepaid time cannot be switched on again.
 */
export const useAutoRenew = (subscription: Subscription, onGone: () => void) => {
  const client = useQueryClient();
  const { data: account } = useQuery({ ...accountQuery, enabled: isMissingCard(subscription) });
  const { state, run } = useAction(async (on: boolean) => {
    await setAutoRenew(subscription, on).finally(() => refetchRenewal(client));
    if (!subscription.renewable) onGone();
  });

  const hasCard = Boolean(account?.paymentMethod);
  // After a decline for good the card is there, and the line about the unpaid period says what follows.
  const isDeclined = subscription.status === 'past_due' && hasCard && account?.canAddPaymentMethod === true;
  const isUnpaid = state.kind === 'idle' && account && isMissingCard(subscription) && !isDeclined;
  const unpaidType = account?.canAddPaymentMethod ? 'PAYMENT_METHOD_REQUIRED' : 'CARD_COUNTRY_UNSUPPORTED';
  const error = state.kind === 'failed' ? state.error : null;
  const missing = missingOf(isUnpaid ? unpaidType : (error as Partial<CallError> | null)?.type, hasCard);

  return {
    on: state.kind === 'running' ? state.input : isSwitchedOn(subscription),
    saving: state.kind === 'running',
    missing,
    /** Any other reason why it was not switched. */
    error: missing ? null : error,
    change: run,
  };
};
