import type { AccountView } from '@foyer/contract/api/account';
import type { Subscription } from '@foyer/contract/api/shapes';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { isFinalAnswer } from '../../../lib/is-final-answer.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { useAction } from '../../../lib/use-action.ts';
import { isMissingCard, isSwitchedOn } from '../model/current-plan.ts';
import { refetchRenewal } from '../queries/refetch.ts';
import { setAutoRenew } from '../queries/set-auto-renew.ts';

interface RenewalRefusal {
  type: string;
  /** True: the server refused it. False: the outcome is unknown. */
  decided: boolean;
}

const refusedBy = (error: unknown): RenewalRefusal =>
  error instanceof CallError ? { type: error.type, decided: isFinalAnswer(error) } : { type: '', decided: false };

const missingCardType = ({ canAddPaymentMethod }: Pick<AccountView, 'canAddPaymentMethod'>): string =>
  canAddPaymentMethod ? 'PAYMENT_METHOD_REQUIRED' : 'CARD_COUNTRY_UNSUPPORTED';

/**
 * Switch of auto-renew (SU-05). Shows the new state at once, and restores it with the reason if the change fails.
 * Refetches the subscription in any case, because a change without an answer may have been saved (INV-12). Calls
 * `onGone` when renewal is off for good, because prepaid time cannot be switched on again.
 */
export const useAutoRenew = (subscription: Subscription, onGone: () => void) => {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: account } = useQuery({ ...accountQuery, enabled: isMissingCard(subscription) });
  const { state, run } = useAction(async (on: boolean) => {
    await setAutoRenew(subscription, on).finally(() => refetchRenewal(client));
    if (!subscription.renewable) onGone();
  });

  // The server refuses a missing card and a missing address with the same error. With a card it is the address.
  const hasCard = Boolean(account?.paymentMethod);
  const reason = (refused: RenewalRefusal): string => {
    if (refused.type === 'PAYMENT_METHOD_REQUIRED')
      return hasCard
        ? t`Auto-renew needs your address. It decides the tax.`
        : t`Auto-renew needs a card to charge. Without one nothing renews.`;
    if (refused.type === 'CARD_COUNTRY_UNSUPPORTED')
      return t`Auto-renew needs a card, and card payments outside the US can't be processed.`;
    if (refused.type === 'NOT_RENEWABLE') return t`There is no renewal to switch on. Nothing was changed.`;
    const failed = t`There was an error updating your subscription.`;
    return refused.decided ? failed : `${failed} ${t`We don't know if it was saved. Look again in a moment.`}`;
  };
  // After a decline for good the card is there, and the line about the unpaid period says what follows.
  const isDeclined = subscription.status === 'past_due' && hasCard && account?.canAddPaymentMethod === true;
  const unpaid =
    state.kind === 'idle' && account && isMissingCard(subscription) && !isDeclined
      ? { type: missingCardType(account), decided: true }
      : null;
  const refused = state.kind === 'failed' ? refusedBy(state.error) : unpaid;

  return {
    on: state.kind === 'running' ? state.input : isSwitchedOn(subscription),
    saving: state.kind === 'running',
    failed: refused && reason(refused),
    /** Missing condition for a charge that the customer can add. */
    lacks: refused?.type !== 'PAYMENT_METHOD_REQUIRED' ? null : hasCard ? ('address' as const) : ('card' as const),
    change: run,
  };
};
