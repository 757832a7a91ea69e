import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../../lib/call.ts';
import { CallError } from '../../lib/call-error.ts';
import { growingWaitMs } from '../../lib/growing-wait.ts';
import { isFinalAnswer } from '../../lib/is-final-answer.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { reasonOf } from '../../ui/retry.tsx';
import styles from './challenge-notice.module.css';
import type { BankChallenge } from './use-bank-challenge.ts';

const WhereText = ({ challenge: { isKnown, url } }: { challenge: BankChallenge }) => {
  if (!isKnown) return null;
  return url === undefined ? (
    <Trans>Your bank asks in a window on this page.</Trans>
  ) : (
    <Trans>Your bank's page opens in a new tab; come back here when done.</Trans>
  );
};

/** Returns whether the bank or the customer has decided. A check then gets the same answer. */
const isDecided = (attemptId: string): Promise<boolean> =>
  call('POST /api/account/me/payment_attempts/:id/confirm', { params: { id: attemptId }, body: {} }).then(
    () => true,
    (error: unknown) => error instanceof CallError && !error.action && isFinalAnswer(error),
  );

/**
 * Polls while the bank asks on a separate page and this one is visible, because the customer may not come back by a click.
 * Changes nothing on the page before the end.
 */
const usePolls = ({ attemptId, url, check }: BankChallenge) => {
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });
  useEffect(() => {
    if (url === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    let hasLeft = false;
    const schedule = (done: number) => {
      timer = setTimeout(async () => {
        const isShown = !document.hidden;
        const isOver = isShown && (await isDecided(attemptId));
        if (hasLeft) return;
        if (isOver) latest.current('poll');
        schedule(isShown ? done + 1 : done);
      }, growingWaitMs(done));
    };
    schedule(0);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
    };
  }, [attemptId, url]);
};

interface BankNoticeProps {
  challenge: BankChallenge;
  /** Purchase or card that the challenge is about, when an earlier page began it. */
  about?: ReactNode;
}

/**
 * Notice about a bank challenge (3-D Secure): where the bank asks, and the buttons. Takes the focus, unless an earlier
 * page opened the challenge.
 */
export const ChallengeNotice = ({ challenge, about }: BankNoticeProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const { isCard, resumed } = challenge;
  usePolls(challenge);
  useEffect(() => {
    if (!resumed) ref.current?.focus();
  }, [resumed]);
  return (
    <Notice
      ref={ref}
      alert={!resumed}
      titleAs={resumed ? 'h2' : 'p'}
      title={
        isCard ? <Trans>Your bank wants you to confirm your card</Trans> : <Trans>Your bank wants you to confirm</Trans>
      }
    >
      {about && <p>{about}</p>}
      <p>
        {isCard ? (
          <Trans>Your card isn't saved until you confirm.</Trans>
        ) : (
          <Trans>You won't be charged until you confirm.</Trans>
        )}{' '}
        <WhereText challenge={challenge} />
      </p>
      <p role="status">
        {challenge.checkResult === 'undecided' && <Trans>Your bank hasn't decided yet.</Trans>}
        {challenge.checkResult === 'unreached' &&
          (reasonOf(challenge.checkError) || <Trans>We couldn't ask your bank. Try again in a moment.</Trans>)}
      </p>
      <div className={styles.actions}>
        <Button size="sm" variant="quiet" onClick={challenge.cancel} disabled={challenge.checking}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          size="sm"
          onClick={() => challenge.check()}
          busy={challenge.checking}
          busyLabel={<Trans>Checking…</Trans>}
        >
          <Trans>I have confirmed</Trans>
        </Button>
        {challenge.url && (
          <LinkButton size="sm" variant="primary" href={challenge.url} target="_blank">
            <Trans>Confirm with your bank</Trans>
          </LinkButton>
        )}
        {challenge.openWindow && (
          <Button size="sm" variant="primary" onClick={challenge.openWindow} disabled={challenge.checking}>
            <Trans>Confirm with your bank</Trans>
          </Button>
        )}
      </div>
    </Notice>
  );
};
