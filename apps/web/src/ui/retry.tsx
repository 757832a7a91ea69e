import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff } from 'lucide';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { CallError } from '../lib/call-error.ts';
import { focusHeading } from '../lib/heading-focus.ts';
import { offlineText } from '../lib/offline-text.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

export type RetriedQuery = Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>;

type RetryProps = {
  title: ReactNode;
  /** Says that nothing is lost, as the failed block words it. */
  children: ReactNode;
} & (
  | { onRetry: () => void; busy?: boolean; error?: unknown }
  /** Queries of the block. The button repeats those that failed. */
  | { of: RetriedQuery | readonly RetriedQuery[] }
);

/** Its text is not in the first screen. If it does not arrive, the block does without it. */
const ReadLimit = lazy<ComponentType<{ of: unknown }>>(() =>
  import('./read-limit.tsx').catch(() => ({ default: () => null })),
);

/** Reason of a failed read, if the customer can do something about it. */
export const reasonOf = (error: unknown) =>
  offlineText() ??
  ((error as CallError | undefined)?.type === 'RATE_LIMITED' && (
    <Suspense>
      <ReadLimit of={error} />
    </Suspense>
  ));

const repeatOf = (queries: readonly RetriedQuery[]) => ({
  error: queries.find((query) => query.error)?.error,
  busy: queries.some(({ isFetching }) => isFetching),
  onRetry: () => {
    for (const query of queries) if (query.isError) void query.refetch();
  },
});

/** Moves the focus to the loaded block, because the retry button disappears with it (BY-04). */
const moveFocus = (button: HTMLElement | null) => () => {
  if (document.activeElement === button) focusHeading(button);
};

/** Error with a retry button, shown instead of a block that did not load. The rest of the page keeps working. */
export const Retry = ({ title, children, ...props }: RetryProps) => {
  const { onRetry, busy = false, error } = 'of' in props ? repeatOf([props.of].flat()) : props;
  return (
    <Empty
      alert
      tone="warn"
      icon={CloudOff}
      title={title}
      action={
        <Button ref={moveFocus} size="sm" onClick={onRetry} busy={busy} busyLabel={<Trans>Trying…</Trans>}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {reasonOf(error)} {children}
    </Empty>
  );
};
