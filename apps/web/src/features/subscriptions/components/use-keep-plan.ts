import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { cancelScheduledChange } from '../queries/cancel-scheduled-change.ts';
import { refetchRenewal } from '../queries/refetch.ts';

/**
 * Cancels the pending change: a scheduled plan, or the continuation of a trial. `kept` stays true until another change
 * is pending.
 */
export const useKeepPlan = ({ id, pendingChange }: Subscription, onKept: () => void) => {
  const client = useQueryClient();
  const [kept, setKept] = useState(false);
  const { state, run } = useAction(async () => {
    await cancelScheduledChange(pendingChange?.trialId ?? id).finally(() => refetchRenewal(client));
    setKept(true);
    onKept();
  });
  return {
    keep: () => void run(),
    keeping: state.kind === 'running',
    kept: kept && pendingChange === null,
    error: state.kind === 'failed' ? state.error : null,
  };
};
