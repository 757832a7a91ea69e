import type { SessionView } from '@foyer/contract/api/activity';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleHelp, Laptop, Smartphone, Tablet } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { settingFailures } from '../../../shared/failures/setting-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { SettingEditor } from '../../../shared/settings/setting-editor.tsx';
import { FocusFirst } from '../../../shared/settings/setting-row.tsx';
import { type Submission, useSubmit } from '../../../shared/settings/use-submit.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { sessionsQuery } from '../queries/sessions.ts';
import { DateTime } from './date-time.tsx';
import { DeviceName } from './device-name.tsx';
import styles from './security.module.css';

const icons = { desktop: Laptop, phone: Smartphone, tablet: Tablet, unknown: CircleHelp } as const;
const ROW_PX = 67;
const OTHERS = 'others';
/** Sessions that are shown before `Show all`. */
const FOLDED = 3;

interface EndEditorProps {
  title: ReactNode;
  submission: Submission;
  password: { value: string; onChange: (password: string) => void };
  onCancel: () => void;
  children: ReactNode;
}

/** Asks for the account password before a session is ended (ASVS 7.5.2). */
const EndEditor = ({ title, submission, password, onCancel, children }: EndEditorProps) => {
  const item = useRef<HTMLLIElement>(null);
  return (
    <li ref={item} className={styles.ending}>
      <SettingEditor
        title={title}
        submission={submission}
        filled
        password={password}
        unsure={null}
        apply={<Trans>Sign out</Trans>}
        onCancel={onCancel}
      >
        <p className="muted">{children}</p>
      </SettingEditor>
      <FocusFirst within={item} />
    </li>
  );
};

interface SessionProps {
  session: SessionView;
  busy: boolean;
  /** Says since when, which only the whole list does. */
  detailed: boolean;
  /** The focus goes to its button: the editor was closed without ending it, or it is the first that was folded. */
  returned: boolean;
  onEnd: () => void;
}

const Session = ({ session, busy, detailed, returned, onEnd }: SessionProps) => {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (returned) item.current?.querySelector('button')?.focus();
  }, [returned]);
  return (
    <li ref={item}>
      <span className={styles.disc}>
        <Icon of={icons[session.device.kind]} />
      </span>
      <div className={styles.grow}>
        <div className={styles.title}>
          <DeviceName device={session.device} />
          {session.current && (
            <Badge tone="ok">
              <Trans>This device</Trans>
            </Badge>
          )}
        </div>
        <div className={styles.small}>
          {session.place ? (
            `${session.place.country_name} · `
          ) : session.address ? (
            <>
              <Trans>IP address {session.address}</Trans>
              {' · '}
            </>
          ) : null}
          {session.current ? (
            <Trans>Active now</Trans>
          ) : (
            <Trans>
              last used <DateTime instant={session.lastUsedAt} />
            </Trans>
          )}
          {detailed && (
            <>
              {' · '}
              <Trans>
                signed in <DateText instant={session.createdAt} />
              </Trans>
            </>
          )}
          {session.byPortalLink && (
            <>
              {' · '}
              <Trans>opened from a product</Trans>
            </>
          )}
        </div>
      </div>
      {!session.current && (
        <Button size="sm" onClick={onEnd} busy={busy}>
          <Trans>Sign out</Trans>{' '}
          <span className="sr">
            <DeviceName device={session.device} />
          </span>
        </Button>
      )}
    </li>
  );
};

/**
 * List of signed-in devices, with buttons to sign out one or all of the others (BY-01). Shows this device and the last
 * used at first.
 */
export const Sessions = () => {
  const toast = useToast();
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const endOthers = useRef<HTMLButtonElement>(null);
  const query = useQuery(sessionsQuery);
  /** Session whose editor is open, or `OTHERS`. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [returned, setReturned] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  const [password, setPassword] = useState('');
  const submission = useSubmit(async () => {
    const body = { password };
    if (chosen === OTHERS) await call('DELETE /api/auth/me/security/sessions', { body });
    else if (chosen) await call('DELETE /api/auth/me/security/sessions/:id', { params: { id: chosen }, body });
    await Promise.allSettled([queries.invalidateQueries({ queryKey: ['security'] })]);
    close();
    heading.current?.focus(); // focus, because the clicked button is gone with its row
    toast(t`Signed out`);
  });
  const close = () => {
    setPassword('');
    setChosen(null);
  };
  const open = (session: string) => {
    if (submission.busy) return;
    submission.clearFailure();
    setPassword('');
    setReturned(null);
    setChosen(session);
  };
  const cancel = () => {
    submission.clearFailure();
    close();
    setReturned(chosen);
    if (chosen === OTHERS) endOthers.current?.focus();
  };
  // this device first, so that it is never folded
  const sessions = [...(query.data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  const isWhole = unfolded || sessions.length <= FOLDED;
  const hasOthers = query.data?.some(({ current }) => !current);
  const isEditorShown = chosen === OTHERS ? hasOthers : query.data?.some(({ id }) => id === chosen);
  const editor = { submission, password: { value: password, onChange: setPassword }, onCancel: cancel };

  return (
    <section className={styles.section} aria-labelledby="sessions">
      <SectionHead
        id="sessions"
        headingRef={heading}
        aside={
          <>
            <StaleDataNote of={query} />
            {hasOthers && (
              <button
                ref={endOthers}
                type="button"
                className={`link touch ${styles.aside}`}
                onClick={() => open(OTHERS)}
                aria-disabled={submission.busy}
              >
                <Trans>Sign out everywhere else</Trans>
              </button>
            )}
          </>
        }
      >
        <Trans>Where you're signed in</Trans>
      </SectionHead>
      {query.data ? (
        <Card as="ul" clip className={styles.list}>
          {chosen === OTHERS && hasOthers && (
            <EndEditor {...editor} title={<Trans>Sign out everywhere else</Trans>}>
              <Trans>Every device but this one has to sign in again.</Trans>
            </EndEditor>
          )}
          {(isWhole ? sessions : sessions.slice(0, FOLDED)).map((session) =>
            session.id === chosen ? (
              <EndEditor {...editor} key={session.id} title={<DeviceName device={session.device} />}>
                <Trans>This device has to sign in again.</Trans>
              </EndEditor>
            ) : (
              <Session
                key={session.id}
                session={session}
                detailed={isWhole}
                busy={submission.busy && chosen === OTHERS && !session.current}
                returned={returned === session.id}
                onEnd={() => open(session.id)}
              />
            ),
          )}
          {!isWhole && (
            <li className={styles.unfold}>
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  setReturned(sessions[FOLDED]?.id ?? null);
                  setUnfolded(true);
                }}
              >
                <Trans>Show all {sessions.length}</Trans>
              </Button>
            </li>
          )}
        </Card>
      ) : query.isPending ? (
        <Card role="status">
          <span className="sr">
            <Trans>Loading…</Trans>
          </span>
          <CardSkeleton height={2 * ROW_PX} />
        </Card>
      ) : (
        <Retry title={<Trans>We're having trouble retrieving your devices.</Trans>} of={query}>
          <Trans>No one was signed out; only this list didn't load.</Trans>
        </Retry>
      )}
      {submission.failure && !isEditorShown && (
        <p className={styles.error} role="alert">
          <FailureText of={submission.failure} context={settingFailures()} />
        </p>
      )}
    </section>
  );
};
