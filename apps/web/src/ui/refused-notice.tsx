import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';

interface RefusedNoticeProps {
  /** Identity of the failure: each new one takes the focus again. */
  failure: unknown;
  /** Nothing failed: the customer has to check the page again, or wait. */
  open?: boolean;
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** Reason why a command failed. Takes the focus each time, because the next step is there. */
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
