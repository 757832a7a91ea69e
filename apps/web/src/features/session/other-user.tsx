import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery } from '../../lib/queries/me.ts';
import type { SessionRecord } from '../../lib/session/record.ts';
import { replaceSession } from '../../lib/session/replace-session.ts';
import { endOnServer } from '../../lib/session/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useArrivingUser } from './arriving-user.ts';
import styles from './session.module.css';

interface OtherUserProps {
  /** The new session, which is stored nowhere yet. */
  record: SessionRecord;
  onDone: () => void;
}

/** Somebody arrives with a token while somebody else is signed in: nobody is replaced without being asked (INV-17). */
export const OtherUser = ({ record, onDone }: OtherUserProps) => {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const held = useQuery(meQuery);
  const newEmail = useArrivingUser(record).data?.user.email;

  // left without an answer, the new session has ended (follow-intake.ts): shown again as it stood, nobody is asked about it
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && onDone();
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  });

  const stay = async () => {
    setBusy(true);
    await endOnServer(record);
    onDone();
  };
  const change = async () => {
    setBusy(true);
    // where the browser stores nothing more the one who is here stays
    await replaceSession(record).catch(() => endOnServer(record));
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
          <Button onClick={stay} busy={busy}>
            <Trans>Stay signed in</Trans>
          </Button>
          <Button onClick={change} busy={busy}>
            <Trans>Change account</Trans>
          </Button>
        </div>
      </Card>
    </main>
  );
};
