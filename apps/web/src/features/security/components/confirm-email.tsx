import { Trans } from '@lingui/react/macro';
import { focusManager } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { navigate } from '../../../lib/hash-location.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type EmailOutcome, emailOutcome } from '../model/email-outcome.ts';
import styles from './security.module.css';

const LEAVE_AFTER_S = 5;

const texts: Record<EmailOutcome, ReactNode> = {
  updated: <Trans>Your email address has been updated.</Trans>,
  used: <Trans>Your email address has already been updated.</Trans>,
  invalid: <Trans>I'm not sure what you're attempting to do, but it's not working.</Trans>,
  'old-address': <Trans>Sign in with your old email address and try again.</Trans>,
  'other-user': <Trans>Sign in with your old email address and try again.</Trans>,
  unclear: <Trans>Something went wrong confirming your email address. Please try again.</Trans>,
};

const signInAgain = paths.signOut({ reason: 'email' });

/**
 * Notice after the change ended all sessions. Redirects to the sign-in after some seconds, unless the user stops it.
 */
const EmailUpdated = () => {
  const [left, setLeft] = useState<number | null>(LEAVE_AFTER_S);
  useEffect(() => {
    // A refetch now would be refused and would redirect with another reason.
    focusManager.setFocused(false);
    return () => focusManager.setFocused(undefined);
  }, []);
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return navigate(signInAgain, { replace: true });
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Notice tone="ok" alert title={texts.updated}>
      <p>
        {left === null ? (
          <Trans>Sign in again with the new address.</Trans>
        ) : (
          <Trans>Sign in again with the new address. We take you there in a moment.</Trans>
        )}
      </p>
      <div className={styles.actions}>
        <LinkButton size="sm" variant="primary" to={signInAgain}>
          <Trans>Sign in again</Trans>
        </LinkButton>
        {left !== null && (
          <Button size="sm" variant="quiet" onClick={() => setLeft(null)}>
            <Trans>Stay here</Trans>
          </Button>
        )}
      </div>
    </Notice>
  );
};

/** Next step after an outcome; an unclear outcome keeps the Confirm button. */
const nextStep = (outcome: EmailOutcome, token: string): ReactNode => {
  switch (outcome) {
    case 'old-address':
      return (
        <LinkButton size="sm" to={paths.security({ active: 'email' })}>
          <Trans>Ask for a new link</Trans>
        </LinkButton>
      );
    case 'other-user':
      return (
        <LinkButton size="sm" to={paths.signOut({ to: paths.confirmEmail(token) })}>
          <Trans>Change account</Trans>
        </LinkButton>
      );
    case 'unclear':
      return null;
    default:
      return (
        <LinkButton size="sm" to={paths.home}>
          <Trans>Back to My Account</Trans>
        </LinkButton>
      );
  }
};

/**
 * Content of `/cea/{token}`: confirms the change of an e-mail address (SC-11). Needs a click, because programs that
 * scan mails open links too.
 */
export const ConfirmEmail = ({ token }: { token: string }) => {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<EmailOutcome | null>(null);
  const confirm = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      await call('POST /api/auth/me/email/confirm', { body: { token } });
      setOutcome('updated');
    } catch (cause) {
      setOutcome(emailOutcome(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.outcome}>
      {outcome === 'updated' ? (
        <EmailUpdated />
      ) : (
        outcome && (
          <Notice
            tone={outcome === 'used' ? 'info' : 'warn'}
            alert
            title={texts[outcome]}
            actions={nextStep(outcome, token)}
          />
        )
      )}
      {(outcome === null || outcome === 'unclear') && (
        <div className={styles.actions}>
          <Button variant="primary" onClick={confirm} busy={busy} busyLabel={<Trans>Confirming…</Trans>}>
            <Trans>Confirm</Trans>
          </Button>
          <LinkButton to={paths.home}>
            <Trans>Cancel</Trans>
          </LinkButton>
        </div>
      )}
    </div>
  );
};
