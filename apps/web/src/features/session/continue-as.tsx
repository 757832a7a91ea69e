import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { SessionRecord } from '../../lib/session/record.ts';
import { replaceSession } from '../../lib/session/replace-session.ts';
import { endSessionOnServer } from '../../lib/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { SessionPage } from './session-page.tsx';
import { SignInRetry } from './sign-in-retry.tsx';
import { untilLeft, useSessionCall } from './use-session-call.ts';
import { useUserOfNewSession } from './user-of-new-session.ts';

/** Masks an email address as `j…@example.com` (decision 32). */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1…');

interface ContinueAsProps {
  /** New session, which is not stored yet. */
  record: SessionRecord;
  onDone: () => void;
  /** Called when the session is refused, so that the user signs in. */
  onRefused: () => void;
}

/**
 * Asks before a token signs in a user whose tab did not begin the sign-in (decision 32). The author of a link may wait for a
 * card or an address to be entered in their own account.
 */
export const ContinueAs = ({ record, onDone, onRefused }: ContinueAsProps) => {
  const queries = useQueryClient();
  const { data, error, isLoadingError, refetch } = useUserOfNewSession(record);
  const email = data?.user.email;

  // When the user left without an answer, followIntake ended the session. If the browser then restores this page, only
  // signing in helps.
  useLayoutEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onRefused();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  });

  const refuseSession = async () => {
    await endSessionOnServer(record);
    onRefused();
    return untilLeft();
  };
  const { busy, run } = useSessionCall(async (isAccepted: boolean) => {
    if (!isAccepted) return refuseSession();
    try {
      await replaceSession(record);
    } catch {
      return refuseSession();
    }
    queries.clear();
    onDone();
    return untilLeft();
  });

  if (isLoadingError) return <SignInRetry onRetry={() => refetch()} error={error} />;
  return (
    <SessionPage title={email ? <Trans>Continue as {isolated(masked(email))}?</Trans> : <Trans>Signing in…</Trans>}>
      <p>
        <Trans>Is this your account?</Trans>
      </p>
      <div className="row">
        <Button onClick={() => run(false)} busy={busy}>
          <Trans>Change account</Trans>
        </Button>
        <Button variant="primary" onClick={() => run(true)} busy={busy} disabled={!email}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </SessionPage>
  );
};
