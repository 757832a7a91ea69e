import { Trans } from '@lingui/react/macro';
import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { focusHeading } from '../lib/heading-focus.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { Icon } from './icon.tsx';

interface RetryProps {
  title: ReactNode;
  /** Says that nothing is lost, as the failed block words it. */
  children?: ReactNode;
  onRetry: () => void;
  busy?: boolean;
}

/** Moves the focus to the loaded block, because the retry button disappears with it (BY-04). */
const moveFocus = (button: HTMLElement | null) => () => {
  if (document.activeElement === button) focusHeading(button);
};

/** Error with a retry button, shown instead of a block that did not load. The rest of the page keeps working. */
export const Retry = ({ title, children, onRetry, busy = false }: RetryProps) => (
  <Empty
    alert
    tone="warn"
    icon={CloudOff}
    title={title}
    action={
      <Button ref={moveFocus} size="sm" onClick={onRetry} busy={busy} busyLabel={<Trans>Trying…</Trans>}>
        <Icon of={RotateCw} size={16} />
        <Trans>Try again</Trans>
      </Button>
    }
  >
    {children}
  </Empty>
);
