import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

interface RefusedNoticeProps {
  /** Identity of the failure: each new one takes the focus again. */
  failure: unknown;
  /** Nothing failed for good: the person looks again, or waits. */
  open?: boolean;
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** Why what was ordered did not happen. Takes the focus each time, because the person's next step is here. */
export const RefusedNotice = ({ failure, open = false, title, actions, children }: RefusedNoticeProps) => {
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure of the same kind is news too
  useEffect(() => notice.current?.focus(), [failure]);
  return (
    <Notice ref={notice} alert tone={open ? 'warn' : 'bad'} titleAs="p" title={title} actions={actions}>
      {children && <p>{children}</p>}
    </Notice>
  );
};
