import type { Subscription } from '@foyer/contract/api/shapes';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { subscriptionsQuery } from '../../../lib/queries/subscriptions.ts';
import { useAction } from '../../../lib/use-action.ts';
import { setAutoRenew } from '../queries/set-auto-renew.ts';

/** Asked for, saved at once, put back with the reason under it when that fails (SU-05). */
export const useAutoRenew = (subscription: Subscription) => {
  const { t } = useLingui();
  const client = useQueryClient();
  const { state, run } = useAction(async (on: boolean) => {
    await setAutoRenew(subscription, on);
    await Promise.all([
      client.invalidateQueries({ queryKey: subscriptionsQuery().queryKey }),
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
    ]);
  });

  const reason = (error: unknown): string => {
    const type = error instanceof CallError ? error.type : '';
    if (type === 'PAYMENT_METHOD_REQUIRED') return t`Add a card first: auto-renew charges it when the plan renews.`;
    if (type === 'CARD_COUNTRY_UNSUPPORTED')
      return t`Auto-renew needs a card, and card payments outside the US can't be processed.`;
    return t`There was an error updating your subscription.`;
  };

  return {
    on: state.kind === 'running' ? state.input : subscription.renews,
    saving: state.kind === 'running',
    failed: state.kind === 'failed' ? reason(state.error) : null,
    change: run,
  };
};
