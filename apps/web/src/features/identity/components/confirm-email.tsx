import { Trans } from '@lingui/react/macro';
import { focusManager } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { type ErrorsOf, failureOf } from '../../../lib/failure.ts';
import { navigate } from '../../../lib/hash-location.ts';
import { paths } from '../../../lib/paths.ts';
import { useAction } from '../../../lib/use-action.ts';
import { commonWords } from '../../../shared/failures/common-words.tsx';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { type FailureContext, textsOf, type Words, type WordTable } from '../../../shared/failures/words.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './security.module.css';

const LEAVE_AFTER_S = 5;

const toHome = (
  <LinkButton size="sm" to={paths.home}>
    <Trans>Back to My Account</Trans>
  </LinkButton>
);
const wrongAddress = <Trans>Sign in with your old email address and try again.</Trans>;
const unclear: Words = {
  title: <Trans>Something went wrong confirming your email address. Please try again.</Trans>,
  tone: 'warn',
};

/** Texts of failures of the confirmation (SC-11). Each failure after which a retry cannot help has a link. */
const confirmFailures = (token: string): FailureContext => ({
  words: {
    ...commonWords,
    NO_ANSWER: unclear,
    OTHER: unclear,
    TOKEN_USED: {
      title: <Trans>Your email address has already been updated.</Trans>,
      action: toHome,
      tone: 'info',
    },
    INVALID_TOKEN: {
      title: <Trans>I'm not sure what you're attempting to do, but it's not working.</Trans>,
      action: toHome,
      tone: 'warn',
    },
    TOKEN_EXPIRED: {
      title: wrongAddress,
      action: (
        <LinkButton size="sm" to={paths.security({ active: 'email' })}>
          <Trans>Ask for a new link</Trans>
        </LinkButton>
      ),
      tone: 'warn',
    },
    INVALID_USER: {
      title: wrongAddress,
      action: (
        <LinkButton size="sm" to={paths.signOut({ to: paths.confirmEmail(token) })}>
          <Trans>Change account</Trans>
        </LinkButton>
      ),
      tone: 'warn',
    },
  } satisfies WordTable & Record<ErrorsOf<'POST /api/auth/me/email/confirm'>, Words>,
});

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
    <Notice tone="ok" alert title={<Trans>Your email address has been updated.</Trans>}>
      <p>
        {left === null ? (
          <Trans>Sign in again with the new address.</Trans>
        ) : (
          <Trans>Sign in again with the new address. We take you there in a moment.</Trans>
        )}
      </p>
      <div className={styles.actions}>
        {left !== null && (
          <Button size="sm" variant="quiet" onClick={() => setLeft(null)}>
            <Trans>Stay here</Trans>
          </Button>
        )}
        <LinkButton size="sm" variant="primary" to={signInAgain}>
          <Trans>Sign in again</Trans>
        </LinkButton>
      </div>
    </Notice>
  );
};

/**
 * Content of `/cea/{token}`: confirms the change of an email address (SC-11). Needs a click, because programs that
 * scan mails open links too.
 */
export const ConfirmEmail = ({ token }: { token: string }) => {
  const [isUpdated, setUpdated] = useState(false);
  const context = confirmFailures(token);
  const { state, run } = useAction(async () => {
    await call('POST /api/auth/me/email/confirm', { body: { token } });
    setUpdated(true);
  });
  const failure = useMemo(() => (state.kind === 'failed' ? failureOf(state.error) : null), [state]);
  const canConfirm = !isUpdated && !(failure && textsOf(failure, context).action);
  return (
    <div className={styles.outcome}>
      {isUpdated && <EmailUpdated />}
      {failure && <FailureNotice of={failure} context={context} />}
      {canConfirm && (
        <div className={styles.actions}>
          <LinkButton to={paths.home}>
            <Trans>Cancel</Trans>
          </LinkButton>
          <Button
            variant="primary"
            onClick={() => void run()}
            busy={state.kind === 'running'}
            busyLabel={<Trans>Confirming…</Trans>}
          >
            <Trans>Confirm</Trans>
          </Button>
        </div>
      )}
    </div>
  );
};
