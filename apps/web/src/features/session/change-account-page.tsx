import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery } from '../../lib/queries/me.ts';
import type { SessionRecord } from '../../lib/session/record.ts';
import { replaceSession } from '../../lib/session/replace-session.ts';
import { endSessionOnServer } from '../../lib/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './session.module.css';
import { useUserOfNewSession } from './user-of-new-session.ts';

interface ChangeAccountPageProps {
  /** The new session, which is stored nowhere yet. */
  record: SessionRecord;
  onDone: () => void;
}

/** Asks before a sign-in token replaces the session of another user (INV-17). */
export const ChangeAccountPage = ({ record, onDone }: ChangeAccountPageProps) => {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const held = useQuery(meQuery);
  const newEmail = useUserOfNewSession(record).data?.user.email;

  // left without an answer, the new session has ended (follow-intake.ts): shown again as it stood, nobody is asked about it
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onDone();
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  });

  const keepAccount = async () => {
    setBusy(true);
    await endSessionOnServer(record);
    onDone();
  };
  const switchAccount = async () => {
    setBusy(true);
    // where the browser stores nothing more the one who is here stays
    await replaceSession(record).catch(() => endSessionOnServer(record));
    queries.clear();
    onDone();
  };
  const heldEmail = held.data?.user.email;

  return (
    <main className={styles.page}>
      <Card className={styles.card}>
        <h1 className={styles.title} tabIndex={-1}>
          <Trans>Change to the other account?</Trans>
        </h1>
        <p>
          {heldEmail && newEmail ? (
            <Trans>
              You are signed in here as {heldEmail}. This sign-in is for {newEmail}.
            </Trans>
          ) : (
            <Trans>Somebody else is signed in here. This sign-in is for another account.</Trans>
          )}
        </p>
        <div className={styles.actions}>
          <Button onClick={keepAccount} busy={busy}>
            <Trans>Stay signed in</Trans>
          </Button>
          <Button onClick={switchAccount} busy={busy}>
            <Trans>Change account</Trans>
          </Button>
        </div>
      </Card>
    </main>
  );
};
