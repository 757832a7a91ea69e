import { Trans } from '@lingui/react/macro';
import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Icon } from './icon.tsx';

interface RetryProps {
  title: ReactNode;
  /** That nothing is lost, in the words of the block that failed. */
  children?: ReactNode;
  onRetry: () => void;
  busy?: boolean;
}

/** Stands in the place of the block that did not load; the rest of the page keeps working. */
export const Retry = ({ title, children, onRetry, busy = false }: RetryProps) => (
  <Empty
    alert
    tone="warn"
    icon={CloudOff}
    title={title}
    action={
      <Button size="sm" onClick={onRetry} busy={busy} busyLabel={<Trans>Trying…</Trans>}>
        <Icon of={RotateCw} size={16} />
        <Trans>Try again</Trans>
      </Button>
    }
  >
    {children}
  </Empty>
);
