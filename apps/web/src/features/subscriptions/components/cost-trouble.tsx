import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { type Failure, failureOf, isChoiceRefused } from '../model/failure.ts';
import { FailureNotice } from './failure-notice.tsx';

interface CostTroubleProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
  /** Back to the plans, without this choice. */
  onCancel: () => void;
  creating?: boolean;
}

const whyOf = (error: unknown): Failure => (error instanceof CallError ? failureOf(error) : { kind: 'other' });

/**
 * In place of the figures when there are none. A choice that is refused (a second trial, a plan at its limit, one of another
 * product) is told in its words, and no other try is offered that would end the same.
 */
export const CostTrouble = ({ error, busy, onRetry, onCancel, creating = false }: CostTroubleProps) => {
  const client = useQueryClient();
  const why = useMemo(() => whyOf(error), [error]);
  if (!isChoiceRefused(why)) {
    return (
      <Retry
        title={<Trans>The cost didn't load</Trans>}
        onRetry={() => {
          // What was ordered before the service went away may be there by now.
          for (const key of ['account', 'subscriptions']) void client.invalidateQueries({ queryKey: [key] });
          onRetry();
        }}
        busy={busy}
      >
        <Trans>Loading it charges nothing. Payments shows what became of an order you made before.</Trans>
      </Retry>
    );
  }
  return (
    <div>
      <FailureNotice failure={why} creating={creating} />
      <Button variant="quiet" full onClick={onCancel}>
        <Trans>Choose another plan</Trans>
      </Button>
    </div>
  );
};
