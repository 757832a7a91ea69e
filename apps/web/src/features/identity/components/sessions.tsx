import type { SessionView } from '@foyer/contract/api/activity';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleHelp, Laptop, Smartphone, Tablet } from 'lucide';
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
import { groupSessions, type SessionGroup } from '../model/group-sessions.ts';
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

/** Country of a session, else its network address. */
const Place = ({ of: { place, address } }: { of: SessionView }) =>
  place ? (
    `${place.country_name} · `
  ) : address ? (
    <>
      <Trans>IP address {address}</Trans>
      {' · '}
    </>
  ) : null;

interface GroupProps {
  group: SessionGroup;
  busy: boolean;
  isOpen: boolean;
  /** The focus goes to its button, because its editor was closed without ending it. */
  returned: boolean;
  onToggle: () => void;
  onEnd: () => void;
}

/** Row of several sessions that look the same. Its button shows them. */
const Group = ({ group: { sessions, newest }, busy, isOpen, returned, onToggle, onEnd }: GroupProps) => {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (returned) end.current?.querySelector('button')?.focus();
  }, [returned]);
  return (
    <li className={styles.product}>
      <span className={styles.disc}>
        <Icon of={icons[newest.device.kind]} />
      </span>
      <div className={styles.grow}>
        <div className={styles.title}>
          <Trans>
            {sessions.length} sessions · <DeviceName device={newest.device} />
          </Trans>
        </div>
        <div className={styles.small}>
          <Place of={newest} />
          <Trans>
            last used <DateTime instant={newest.lastUsedAt} />
          </Trans>
          {' · '}
          <button type="button" className={`link touch ${styles.each}`} aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? <Trans>Hide</Trans> : <Trans>Show each</Trans>}{' '}
            <span className="sr">
              <DeviceName device={newest.device} />
            </span>
          </button>
        </div>
      </div>
      <span ref={end}>
        <Button size="sm" onClick={onEnd} busy={busy}>
          <Trans>Sign out of all {sessions.length}</Trans>{' '}
          <span className="sr">
            <DeviceName device={newest.device} />
          </span>
        </Button>
      </span>
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
          <Place of={session} />
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
  /** Session or group whose editor is open, or `OTHERS`. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [returned, setReturned] = useState<string | null>(null);
  const [unfolded, setUnfolded] = useState(false);
  /** Groups whose sessions are shown. */
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const [password, setPassword] = useState('');
  // this device first, so that it is never folded
  const entries = groupSessions([...(query.data ?? [])].sort((a, b) => Number(b.current) - Number(a.current)));
  const chosenGroup = entries.find((entry): entry is SessionGroup => 'sessions' in entry && entry.id === chosen);
  const submission = useSubmit(async () => {
    const body = { password };
    if (chosen === OTHERS) await call('DELETE /api/auth/me/security/sessions', { body });
    else if (chosenGroup) {
      const ids = chosenGroup.sessions.map(({ id }) => id);
      await call('DELETE /api/auth/me/security/sessions', { body: { ...body, ids } });
    } else if (chosen) await call('DELETE /api/auth/me/security/sessions/:id', { params: { id: chosen }, body });
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
  const isWhole = unfolded || entries.length <= FOLDED;
  const hasOthers = query.data?.some(({ current }) => !current);
  const isEditorShown = chosen === OTHERS ? hasOthers : chosenGroup || query.data?.some(({ id }) => id === chosen);
  const editor = { submission, password: { value: password, onChange: setPassword }, onCancel: cancel };
  const toggle = (group: string) =>
    setOpenGroups((shown) =>
      shown.has(group) ? new Set([...shown].filter((id) => id !== group)) : new Set([...shown, group]),
    );
  const rowOf = (session: SessionView, detailed: boolean) =>
    session.id === chosen ? (
      <EndEditor {...editor} key={session.id} title={<DeviceName device={session.device} />}>
        <Trans>This device has to sign in again.</Trans>
      </EndEditor>
    ) : (
      <Session
        key={session.id}
        session={session}
        detailed={detailed}
        busy={submission.busy && chosen === OTHERS && !session.current}
        returned={returned === session.id}
        onEnd={() => open(session.id)}
      />
    );

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
          {(isWhole ? entries : entries.slice(0, FOLDED)).flatMap((entry) => {
            if (!('sessions' in entry)) return [rowOf(entry, isWhole)];
            const isOpen = openGroups.has(entry.id);
            return [
              entry.id === chosen ? (
                <EndEditor {...editor} key={entry.id} title={<DeviceName device={entry.newest.device} />}>
                  <Trans>These {entry.sessions.length} sessions have to sign in again.</Trans>
                </EndEditor>
              ) : (
                <Group
                  key={entry.id}
                  group={entry}
                  isOpen={isOpen}
                  busy={submission.busy && chosen === OTHERS}
                  returned={returned === entry.id}
                  onToggle={() => toggle(entry.id)}
                  onEnd={() => open(entry.id)}
                />
              ),
              ...(isOpen ? entry.sessions.map((session) => rowOf(session, true)) : []),
            ];
          })}
          {!isWhole && (
            <li className={styles.unfold}>
              <Button
                size="sm"
                variant="quiet"
                onClick={() => {
                  setReturned(entries[FOLDED]?.id ?? null);
                  setUnfolded(true);
                }}
              >
                <Trans>Show all {entries.length}</Trans>
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
