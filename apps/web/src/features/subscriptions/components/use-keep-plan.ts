import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { isFinalAnswer } from '../../../lib/is-final-answer.ts';
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
  const error = state.kind === 'failed' ? state.error : null;
  return {
    keep: () => void run(),
    keeping: state.kind === 'running',
    kept: kept && pendingChange === null,
    failed: error !== null,
    /** The change may have been canceled, although the answer was lost (INV-12). */
    unknown: error !== null && !(error instanceof CallError && isFinalAnswer(error)),
  };
};
