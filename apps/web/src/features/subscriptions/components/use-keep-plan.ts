import type { Subscription } from '@foyer/contract/api/shapes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../../../lib/queries/account.ts';
import { useAction } from '../../../lib/use-action.ts';
import { takeBackChange } from '../queries/take-back-change.ts';

/** Takes back the change that waits: what was scheduled, or that a trial goes on. `kept` is said until another one waits. */
export const useKeepPlan = ({ id, pendingChange }: Subscription, onKept: () => void) => {
  const client = useQueryClient();
  const [kept, setKept] = useState(false);
  const { state, run } = useAction(async () => {
    await takeBackChange(pendingChange?.trialId ?? id);
    setKept(true);
    await Promise.all(
      [['subscriptions'], accountQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
    onKept();
  });
  return {
    keep: () => void run(),
    keeping: state.kind === 'running',
    kept: kept && pendingChange === null,
    failed: state.kind === 'failed',
  };
};
