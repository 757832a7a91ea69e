import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { type Failure, failureOf, isChoiceRefused } from '../model/failure.ts';
import { FailureNotice } from './failure-notice.tsx';

interface QuoteErrorProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
  /** Link back to the plans, without this choice. */
  onCancel: () => void;
  creating?: boolean;
}

const toFailure = (error: unknown): Failure => (error instanceof CallError ? failureOf(error) : { kind: 'other' });

/**
 * Error in place of a quote that did not load, with a Retry button. A refused choice (a second trial, a plan at its limit, a
 * plan of another product) shows its reason and no Retry button, because a retry would be refused too.
 */
export const QuoteError = ({ error, busy, onRetry, onCancel, creating = false }: QuoteErrorProps) => {
  const client = useQueryClient();
  const failure = useMemo(() => toFailure(error), [error]);
  if (!isChoiceRefused(failure)) {
    return (
      <Retry
        title={<Trans>The cost didn't load</Trans>}
        onRetry={() => {
          // The order of before the outage may be fulfilled by now.
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
      <FailureNotice failure={failure} creating={creating} />
      <Button variant="quiet" full onClick={onCancel}>
        <Trans>Choose another plan</Trans>
      </Button>
    </div>
  );
};
