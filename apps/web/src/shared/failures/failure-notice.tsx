import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '../../lib/failure.ts';
import { Notice } from '../../ui/notice.tsx';
import { type FailureContext, Sentences, textsOf } from './words.tsx';

interface FailureNoticeProps {
  of: Failure;
  context: FailureContext;
  /**
   * The failure follows an action of the user: the notice takes the focus and is read out, each time. False for a
   * failure that a check predicts.
   */
  caused?: boolean;
  /** Buttons of the next step, in place of those of the table. */
  actions?: ReactNode;
  /** Link after the text. */
  more?: ReactNode;
  /** Paragraphs below the text. */
  children?: ReactNode;
}

/** Notice of a failure: what happened, what it means for money or data, and the next step. */
export const FailureNotice = ({ of, context, caused = true, actions, more, children }: FailureNoticeProps) => {
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure of the same kind takes the focus too
  useEffect(() => {
    if (caused) notice.current?.focus();
  }, [of, caused]);
  const { title, body, action, tone } = textsOf(of, context);
  return (
    <Notice ref={notice} alert={caused} tone={tone} titleAs="p" title={title} actions={actions || action}>
      {body.length > 0 && (
        <p>
          <Sentences of={more ? [...body, more] : body} />
        </p>
      )}
      {children}
    </Notice>
  );
};
