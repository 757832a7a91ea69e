import type { Subscription } from '@foyer/contract/api/shapes';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError } from '../../../lib/call-error.ts';
import { accountQuery } from '../../../lib/queries/account.ts';
import { subscriptionsQuery } from '../../../lib/queries/subscriptions.ts';
import { setAutoRenew } from '../queries/set-auto-renew.ts';

/** Asked for, saved at once, put back with the reason under it when that fails (SU-05). */
export const useAutoRenew = (subscription: Subscription) => {
  const { t } = useLingui();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (on: boolean) => setAutoRenew(subscription, on),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: subscriptionsQuery().queryKey }),
        client.invalidateQueries({ queryKey: accountQuery.queryKey }),
      ]),
  });

  const reason = (error: Error): string => {
    const type = error instanceof CallError ? error.type : '';
    if (type === 'PAYMENT_METHOD_REQUIRED') return t`Add a card first: auto-renew charges it when the plan renews.`;
    if (type === 'CARD_COUNTRY_UNSUPPORTED')
      return t`Auto-renew needs a card, and card payments outside the US can't be processed.`;
    return t`There was an error updating your subscription.`;
  };

  return {
    on: mutation.isPending ? mutation.variables : subscription.renews,
    saving: mutation.isPending,
    failed: mutation.error ? reason(mutation.error) : null,
    change: (on: boolean) => mutation.mutate(on),
  };
};
