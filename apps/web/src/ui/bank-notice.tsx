import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { BankChallenge } from '../lib/use-bank-challenge.ts';
import styles from './bank-notice.module.css';
import { Button, LinkButton } from './button.tsx';
import { Notice } from './notice.tsx';

/** The bank wants to hear from the customer before it pays (3-D Secure): where, and what happens then. Takes the focus. */
export const BankNotice = ({ challenge }: { challenge: BankChallenge }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Notice ref={ref} alert titleAs="p" title={<Trans>Your bank wants you to confirm</Trans>}>
      <p>
        {challenge.ask ? (
          <Trans>Nothing is charged before you do. Your bank asks in a window on this page.</Trans>
        ) : (
          <Trans>
            Nothing is charged before you do. Your bank's page opens in a new tab; come back here when done.
          </Trans>
        )}
      </p>
      <p role="status">
        {challenge.found === 'undecided' && <Trans>Your bank hasn't decided yet.</Trans>}
        {challenge.found === 'unreached' && <Trans>We couldn't ask your bank. Try again in a moment.</Trans>}
      </p>
      <div className={styles.actions}>
        {challenge.url && (
          <LinkButton size="sm" variant="primary" href={challenge.url} target="_blank">
            <Trans>Confirm with your bank</Trans>
          </LinkButton>
        )}
        {challenge.ask && (
          <Button size="sm" variant="primary" onClick={challenge.ask} disabled={challenge.checking}>
            <Trans>Confirm with your bank</Trans>
          </Button>
        )}
        <Button size="sm" onClick={challenge.check} busy={challenge.checking} busyLabel={<Trans>Checking…</Trans>}>
          <Trans>I have confirmed</Trans>
        </Button>
        <Button size="sm" variant="quiet" onClick={challenge.cancel} disabled={challenge.checking}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Notice>
  );
};
