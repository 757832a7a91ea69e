import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { CodeFailure as Failure } from '../model/failure.ts';
import { type CodeFacts, failureText } from './failure-text.tsx';

interface CodeFailureProps extends CodeFacts {
  failure: Failure;
  /**
   * The failure follows a click, so the notice takes the focus and is read out. A failure that only the check predicts
   * does neither.
   */
  caused: boolean;
  /** Opens the address form; the typed codes are stored meanwhile. */
  onAddress?: () => void;
}

/** Notice why a code was refused, with the next step. */
export const CodeFailure = ({ failure, caused, onAddress, ...facts }: CodeFailureProps) => {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal takes the focus, even an equal one
  useEffect(() => {
    if (caused) ref.current?.focus();
  }, [failure, caused]);
  const [title, body] = failureText(failure, facts);
  const isWarning = ['review', 'address', 'coupon-type', 'coupon-tier', 'in-progress'].includes(failure.kind);
  return (
    <Notice
      ref={ref}
      alert={caused}
      tone={isWarning ? 'warn' : 'bad'}
      titleAs="p"
      title={title}
      actions={
        failure.kind === 'address' &&
        onAddress && (
          <Button size="sm" variant="primary" onClick={onAddress}>
            <Trans>Add Address</Trans>
          </Button>
        )
      }
    >
      {body && <p>{body}</p>}
    </Notice>
  );
};
