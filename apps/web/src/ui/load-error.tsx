import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';
import { reasonOf } from './retry.tsx';

interface LoadErrorProps {
  /** Error of the query. */
  error: unknown;
  busy: boolean;
  onRetry: () => void;
}

/** Inline error with its reason and a Retry button, shown in place of a value that did not load. */
export const LoadError = ({ error, busy, onRetry }: LoadErrorProps) => {
  const reason = reasonOf(error);
  return (
    <>
      <span role="alert">
        <Trans>It didn't load.</Trans>
        {reason && <> {reason}</>}
      </span>{' '}
      <Button size="sm" variant="quiet" onClick={onRetry} busy={busy} busyLabel={<Trans>Trying…</Trans>}>
        <Trans>Try again</Trans>
      </Button>
    </>
  );
};
