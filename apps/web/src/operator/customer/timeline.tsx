import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BellRing,
  CreditCard,
  Layers,
  type LucideIcon,
  ReceiptText,
  ShieldAlert,
  ShieldCheck,
  Undo2,
  UserCog,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { callOperatorApi } from '../call.ts';
import { labelFor, UtcDateTime } from '../format.tsx';
import { LoadMore, usePages } from '../load-more.tsx';
import styles from '../operator-site.module.css';
import { QueryBoundary } from '../query-boundary.tsx';
import { eventLabels, kindLabels, methodLabels, reviewReasonLabels } from '../record-labels.ts';
import { actorLabels, articleLabels } from '../state-labels.ts';

const icons: Readonly<Record<TimelineEntry['kind'], LucideIcon>> = {
  security: ShieldCheck,
  subscription: Layers,
  invoice: ReceiptText,
  payment: CreditCard,
  refund: Undo2,
  consent: BellRing,
  review: ShieldAlert,
  operator: UserCog,
};

/** Customer, system or operator, or the name of an operator as it is stored. */
const Actor = ({ entry: { kind, actor } }: { entry: TimelineEntry }) =>
  kind !== 'operator' && Object.hasOwn(actorLabels, actor) ? labelFor(actorLabels, actor) : actor;

const Entry = ({ entry }: { entry: TimelineEntry }) => (
  <li tabIndex={-1}>
    <span className={styles.disc}>
      <Icon of={icons[entry.kind]} size={16} />
    </span>
    <div>
      <p>
        <b>
          {labelFor(kindLabels, entry.kind)}: {labelFor(eventLabels[entry.kind], entry.type)}
        </b>{' '}
        {entry.amountCents !== null && <Money cents={entry.amountCents} />}
      </p>
      {entry.method && <p>{labelFor(methodLabels, entry.method)}</p>}
      {entry.note && <p>{entry.kind === 'review' ? labelFor(reviewReasonLabels, entry.note) : entry.note}</p>}
      <p className={styles.sub}>
        <UtcDateTime instant={entry.at} /> · <Actor entry={entry} />
      </p>
      {entry.subject && (
        <p className={styles.sub}>
          {entry.kind === 'consent' ? labelFor(articleLabels, entry.subject) : entry.subject}
        </p>
      )}
    </div>
  </li>
);

/** History of a customer: security, billing, consent and operator commands in one list, newest first (OP-02). */
export const Timeline = ({ accountId }: { accountId: string }) => {
  const name = 'GET /api/operator/customers/:accountId/timeline';
  const query = usePages([name, accountId], (query, signal) =>
    callOperatorApi(name, { params: { accountId }, query }, { signal }),
  );
  const list = useRef<HTMLUListElement>(null);
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  // "Show more" disappears with the last page, so the first new entry takes the focus.
  const shown = useRef(0);
  const asked = useRef(false);
  useEffect(() => {
    const before = shown.current;
    shown.current = entries.length;
    if (!asked.current || entries.length <= before) return;
    asked.current = false;
    list.current?.querySelectorAll('li')[before]?.focus();
  }, [entries.length]);
  return (
    <section aria-labelledby="happened">
      <Card pad>
        <h2 id="happened">
          <Trans>Activity</Trans>
        </h2>
        <QueryBoundary query={query} name={t`Activity`}>
          {() =>
            entries.length === 0 ? (
              <p className="muted">
                <Trans>Nothing happened yet.</Trans>
              </p>
            ) : (
              <>
                <ul ref={list} className={styles.timeline}>
                  {entries.map((entry) => (
                    <Entry key={`${entry.kind} ${entry.id} ${entry.type}`} entry={entry} />
                  ))}
                </ul>
                <LoadMore
                  query={query}
                  onMore={() => {
                    asked.current = true;
                  }}
                />
              </>
            )
          }
        </QueryBoundary>
      </Card>
    </section>
  );
};
