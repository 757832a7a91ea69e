import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

interface DidNotLoadProps {
  busy: boolean;
  onRetry: () => void;
}

/** In the middle of a line, in the place of an address that did not load. */
export const DidNotLoad = ({ busy, onRetry }: DidNotLoadProps) => (
  <>
    <span role="alert">
      <Trans>It didn't load.</Trans>
    </span>{' '}
    <Button size="sm" variant="quiet" onClick={onRetry} busy={busy} busyLabel={<Trans>Trying…</Trans>}>
      <Trans>Try again</Trans>
    </Button>
  </>
);
