import type { ActivityEvent } from '@foyer/contract/api/activity';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide';
import { checkFailureOf } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { readFailures } from '../../../shared/failures/account-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Link } from '../../../ui/link.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { activityQuery } from '../queries/activity.ts';
import { activityLabel } from './activity-label.tsx';
import { DateTime } from './date-time.tsx';
import { DeviceName, isKnown } from './device-name.tsx';
import styles from './security.module.css';

const EVENT_PX = 56;
const RECENT = 3;
const PAGE = 20;

const moreFailures = readFailures(<Trans>The next events didn't load. Try again.</Trans>);

/** Text of a sign-in by a link of a product, which asked for no password. */
const SignedInBy = ({ product }: { product: string | null }) =>
  product === null ? (
    <Trans>Signed in by a link from a product</Trans>
  ) : (
    <Trans>Signed in by a link from {product}</Trans>
  );

const Event = ({ event }: { event: ActivityEvent }) => {
  const { text, icon, tone } = activityLabel[event.type];
  return (
    <li>
      <span className={cx(styles.dot, tone !== 'plain' && styles[tone])}>
        <Icon of={icon} size={16} />
      </span>
      <p className={styles.description}>
        <b>{event.portalLink ? <SignedInBy product={event.portalLink.product} /> : text}</b>
        {isKnown(event.device) && (
          <>
            {', '}
            <DeviceName device={event.device} />
          </>
        )}
      </p>
      <p className={styles.date}>
        <DateTime instant={event.at} />
        {event.place && ` · ${event.place.country_name}`}
      </p>
    </li>
  );
};

interface ActivityProps {
  /** Shows only the newest events with a link to the rest. Otherwise loads all in pages. */
  recent?: boolean;
}

/** Security events of the account, newest first (BY-01). */
export const Activity = ({ recent = false }: ActivityProps) => {
  const query = useInfiniteQuery(activityQuery);
  const loaded = query.data?.pages.flatMap(({ events }) => events) ?? [];
  const shown = recent ? loaded.slice(0, RECENT) : loaded;
  const showMore = async (pressed: HTMLElement) => {
    const { hasNextPage } = await query.fetchNextPage();
    // The button disappears with the last events, so the heading takes its focus.
    const { activeElement } = document;
    if (!hasNextPage && (activeElement === pressed || activeElement === document.body))
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  };

  if (query.isPending)
    return (
      <Card pad role="status">
        <span className="sr">
          <Trans>Loading…</Trans>
        </span>
        <Skeleton height={(recent ? RECENT : 2 * RECENT) * EVENT_PX} radius={8} />
      </Card>
    );
  if (query.isError && loaded.length === 0)
    return (
      <Retry title={<Trans>We're having trouble retrieving your activity.</Trans>} of={query}>
        <Trans>It is safe; only this list didn't load.</Trans>
      </Retry>
    );
  if (loaded.length === 0)
    return (
      <Empty icon={History} title={<Trans>No activity yet</Trans>}>
        <Trans>Sign-ins and changes of your settings show up here.</Trans>
      </Empty>
    );
  return (
    <>
      <Card pad>
        <ol className={styles.events} aria-label={t`Security activity`}>
          {shown.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
        {!recent && query.hasNextPage && (
          <div className={styles.more}>
            <Button
              size="sm"
              variant="quiet"
              onClick={({ currentTarget }) => void showMore(currentTarget)}
              busy={query.isFetchingNextPage}
              busyLabel={<Trans>Loading…</Trans>}
            >
              <Trans>Show More</Trans>
            </Button>
            {query.isFetchNextPageError && (
              <p role="alert" className={styles.error}>
                <FailureText of={checkFailureOf(query.error)} context={moreFailures} />
              </p>
            )}
          </div>
        )}
      </Card>
      {!recent && (
        <p className="sr" aria-live="polite">
          {loaded.length > PAGE && <Plural value={loaded.length} one="# event shown" other="# events shown" />}
        </p>
      )}
    </>
  );
};

/** Newest security events on the security page. */
export const RecentActivity = () => (
  <section className={styles.section} aria-labelledby="activity">
    <SectionHead
      id="activity"
      aside={
        <Link href={paths.securityActivity} className={`link touch ${styles.aside}`}>
          <Trans>View all</Trans>{' '}
          <span className="sr">
            <Trans>security activity</Trans>
          </span>
        </Link>
      }
    >
      <Trans>Security activity</Trans>
    </SectionHead>
    <Activity recent />
  </section>
);
