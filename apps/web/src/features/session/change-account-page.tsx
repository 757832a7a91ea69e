import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { SessionRecord } from '../../lib/session/record.ts';
import { replaceSession } from '../../lib/session/replace-session.ts';
import { endSessionOnServer } from '../../lib/session/sign-out.ts';
import { meQuery } from '../../shared/account/me.ts';
import { Button } from '../../ui/button.tsx';
import { SessionPage } from './session-page.tsx';
import { untilLeft, useSessionCall } from './use-session-call.ts';
import { useUserOfNewSession } from './user-of-new-session.ts';

interface ChangeAccountPageProps {
  /** New session, which is not stored yet. */
  record: SessionRecord;
  onDone: () => void;
}

/** Asks before a sign-in token replaces the session of another user (INV-17). */
export const ChangeAccountPage = ({ record, onDone }: ChangeAccountPageProps) => {
  const queries = useQueryClient();
  const held = useQuery(meQuery);
  const newEmail = useUserOfNewSession(record).data?.user.email;

  // When the user left without an answer, followIntake ended the new session. If the browser then restores this page
  // from its cache, the question is void.
  useLayoutEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onDone();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  });

  const { busy, run } = useSessionCall(async (isChanged: boolean) => {
    if (isChanged) {
      // if the browser cannot store the session, the current user stays signed in
      await replaceSession(record).catch(() => endSessionOnServer(record));
      queries.clear();
    } else {
      await endSessionOnServer(record);
    }
    onDone();
    return untilLeft();
  });
  const heldEmail = held.data?.user.email;

  return (
    <SessionPage title={<Trans>Change to the other account?</Trans>}>
      <p>
        {heldEmail && newEmail ? (
          <Trans>
            You're signed in here as {heldEmail}. This sign-in is for {newEmail}.
          </Trans>
        ) : (
          <Trans>Someone else is signed in here. This sign-in is for another account.</Trans>
        )}
      </p>
      <div className="row">
        <Button onClick={() => run(false)} busy={busy}>
          <Trans>Stay signed in</Trans>
        </Button>
        <Button onClick={() => run(true)} busy={busy}>
          <Trans>Change account</Trans>
        </Button>
      </div>
    </SessionPage>
  );
};
