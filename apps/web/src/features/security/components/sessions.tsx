import type { SessionView } from '@foyer/contract/api/activity';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleHelp, Laptop, Smartphone, Tablet } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { refusalOf } from '../../../ui/refusal.ts';
import { RefusalText } from '../../../ui/refusal-text.tsx';
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

const Session = ({ session, busy, onEnd }: { session: SessionView; busy: boolean; onEnd: () => void }) => (
  <li>
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
        {session.place && `${session.place.country_name} · `}
        {session.current ? <Trans>active now</Trans> : <DateTime instant={session.lastUsedAt} />}
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

/** Every device that is signed in; one of the others, or all of them, can be signed out from here (BY-01). */
export const Sessions = () => {
  const { t } = useLingui();
  const toast = useToast();
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(sessionsQuery);
  const { state, run } = useAction(async (id: string) => {
    try {
      if (id === OTHERS) await call('DELETE /api/auth/me/security/sessions');
      else await call('DELETE /api/auth/me/security/sessions/:id', { params: { id } });
    } finally {
      // also where the answer was lost: the list then shows how things stand
      await Promise.allSettled([queries.invalidateQueries({ queryKey: ['security'] })]);
    }
    heading.current?.focus(); // the button that was pressed is gone with its row
    toast(t`Signed out`);
  });
  const ending = state.kind === 'running' ? state.input : null;
  const hasOthers = query.data?.some(({ current }) => !current);

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
                type="button"
                className={`link ${styles.aside}`}
                onClick={() => ending === null && void run(OTHERS)}
                aria-disabled={ending !== null}
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
          {query.data.map((session) => (
            <Session
              key={session.id}
              session={session}
              busy={ending === session.id || (ending === OTHERS && !session.current)}
              onEnd={() => ending === null && void run(session.id)}
            />
          ))}
        </Card>
      ) : query.isPending ? (
        <Card role="status">
          <span className="sr">
            <Trans>Loading…</Trans>
          </span>
          <CardSkeleton height={2 * ROW_PX} />
        </Card>
      ) : (
        <Retry
          title={<Trans>We're having trouble retrieving your devices.</Trans>}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          <Trans>Nobody was signed out; only this list didn't load.</Trans>
        </Retry>
      )}
      {state.kind === 'failed' && (
        <p className={styles.error} role="alert">
          <RefusalText of={refusalOf(state.error)} />
        </p>
      )}
    </section>
  );
};
