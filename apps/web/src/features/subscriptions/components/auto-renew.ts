import type { Subscription } from '@foyer/contract/api/shapes';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { endsKey } from '../../../lib/ends-key.ts';
import { useAction } from '../../../lib/use-action.ts';
import { isSwitchedOn } from '../model/current-plan.ts';
import { setAutoRenew } from '../queries/set-auto-renew.ts';
import { askRenewalAgain } from '../queries/told-tabs.ts';

/**
 * Asked for, saved at once, put back with the reason under it when that fails (SU-05). When the answer was lost it may have
 * been saved all the same (INV-12): what stands here is asked again in any case, and nobody is told that it was not.
 * `onGone` is told when it is off for good: what prepaid time outlasts cannot be switched on again.
 */
export const useAutoRenew = (subscription: Subscription, onGone: () => void) => {
  const { t } = useLingui();
  const client = useQueryClient();
  const { state, run } = useAction(async (on: boolean) => {
    await setAutoRenew(subscription, on).finally(() => askRenewalAgain(client));
    if (!subscription.renewable) onGone();
  });

  const reason = (error: unknown): string => {
    const type = error instanceof CallError ? error.type : '';
    if (type === 'PAYMENT_METHOD_REQUIRED') return t`Add a card first: auto-renew charges it when the plan renews.`;
    if (type === 'CARD_COUNTRY_UNSUPPORTED')
      return t`Auto-renew needs a card, and card payments outside the US can't be processed.`;
    if (type === 'NOT_RENEWABLE') return t`There is no renewal to switch on. Nothing was changed.`;
    const failed = t`There was an error updating your subscription.`;
    if (error instanceof CallError && endsKey(error)) return failed;
    return `${failed} ${t`We don't know if it was saved. Look again in a moment.`}`;
  };

  return {
    on: state.kind === 'running' ? state.input : isSwitchedOn(subscription),
    saving: state.kind === 'running',
    failed: state.kind === 'failed' ? reason(state.error) : null,
    change: run,
  };
};
