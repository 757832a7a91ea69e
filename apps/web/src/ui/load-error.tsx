import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

interface LoadErrorProps {
  busy: boolean;
  onRetry: () => void;
}

/** Inline error with a Retry button, shown in place of a value that did not load. */
export const LoadError = ({ busy, onRetry }: LoadErrorProps) => (
  <>
    <span role="alert">
      <Trans>It didn't load.</Trans>
    </span>{' '}
    <Button size="sm" variant="quiet" onClick={onRetry} busy={busy} busyLabel={<Trans>Trying…</Trans>}>
      <Trans>Try again</Trans>
    </Button>
  </>
);
