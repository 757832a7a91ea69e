import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { failureOf } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { isChoiceRefused } from '../model/failure.ts';
import { LazyOrderFailure } from './lazy-order-failure.ts';

interface QuoteErrorProps {
  error: unknown;
  busy: boolean;
  onRetry: () => void;
  /** Link back to the plans, without this choice. */
  onCancel: () => void;
  kind: FamilyKind;
}

/**
 * Error in place of a quote that did not load, with a Retry button. A refused choice (a second trial, a plan at its limit, a
 * plan of another product) shows its reason and no Retry button, because a retry would be refused too.
 */
export const QuoteError = ({ error, busy, onRetry, onCancel, kind }: QuoteErrorProps) => {
  const client = useQueryClient();
  const failure = useMemo(() => failureOf(error), [error]);
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
        error={error}
      >
        <Trans>Loading it charges nothing. Payments shows what became of an order you made before.</Trans>
      </Retry>
    );
  }
  return (
    <div>
      <Suspense>
        <LazyOrderFailure failure={failure} kind={kind} />
      </Suspense>
      <Button variant="quiet" full onClick={onCancel}>
        <Trans>Choose another plan</Trans>
      </Button>
    </div>
  );
};
