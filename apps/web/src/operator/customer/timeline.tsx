import type { OperatorCustomer, TimelineEntry } from '@foyer/contract/api/operator-customers';
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
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { callOperatorApi } from '../call.ts';
import { labelFor, productName, UtcDateTime } from '../format.tsx';
import { LoadMore, usePages } from '../load-more.tsx';
import styles from '../operator-site.module.css';
import { QueryBoundary } from '../query-boundary.tsx';
import { eventLabels, kindLabels, methodLabels, reviewReasonLabels } from '../record-labels.ts';
import { actorLabels, articleLabels } from '../state-labels.ts';
import { FoldButton } from '../table.tsx';
import { type EntryGroup, groupEntries } from './group-entries.ts';

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

/** Names of what an entry is about, by id: plans and receipts of this customer. */
type Names = ReadonlyMap<string, string>;

const namesOf = ({ who, holds, paid }: OperatorCustomer): Names =>
  new Map([
    ...holds.map(({ id, product, name }): [string, string] => [id, `${productName(product)} ${name}`]),
    ...paid.receipts.flatMap(({ id, invoice }): [string, string][] => (id && invoice ? [[id, invoice]] : [])),
    [who.accountId, ''],
  ]);

/** Object of an entry in words. A session or a review has only an id, which says nothing here. */
const subjectOf = ({ kind, subject }: TimelineEntry, names: Names): string => {
  if (subject === null || kind === 'security' || kind === 'review') return '';
  return kind === 'consent' ? labelFor(articleLabels, subject) : (names.get(subject) ?? subject);
};

/** Kind of an entry in words. Sign-ins and commands of operators say it themselves, so only screen readers get it. */
const Kind = ({ kind }: Pick<TimelineEntry, 'kind'>) => {
  const label = `${labelFor(kindLabels, kind)}: `;
  return kind === 'security' || kind === 'operator' ? <span className="sr">{label}</span> : label;
};

const Entry = ({ group: { entry, count, since }, names }: { group: EntryGroup; names: Names }) => {
  const subject = subjectOf(entry, names);
  return (
    <li tabIndex={-1}>
      <span className={styles.disc}>
        <Icon of={icons[entry.kind]} size={16} />
      </span>
      <div>
        <p>
          <b>
            <Kind kind={entry.kind} />
            {labelFor(eventLabels[entry.kind], entry.type)}
          </b>{' '}
          {entry.amountCents !== null && <Money cents={entry.amountCents} />}
          {count > 1 && <Trans>{count} times</Trans>}
        </p>
        {entry.method && <p>{labelFor(methodLabels, entry.method)}</p>}
        {entry.note && (
          <p className={styles.breaks}>
            {entry.kind === 'review' ? labelFor(reviewReasonLabels, entry.note) : entry.note}
          </p>
        )}
        <p className={styles.sub}>
          <UtcDateTime instant={entry.at} /> · <Actor entry={entry} />
        </p>
        {subject && <p className={styles.sub}>{subject}</p>}
        {count > 1 && (
          <p className={styles.sub}>
            <Trans>
              first <UtcDateTime instant={since} />
            </Trans>
          </p>
        )}
      </div>
    </li>
  );
};

/** Number of entries shown before the operator asks for more. */
const FOLD = 8;

/** History of a customer: security, billing, consent and operator commands in one list, newest first (OP-02). */
export const Timeline = ({ customer }: { customer: OperatorCustomer }) => {
  const { accountId } = customer.who;
  const name = 'GET /api/operator/customers/:accountId/timeline';
  const query = usePages([name, accountId], (query, signal) =>
    callOperatorApi(name, { params: { accountId }, query }, { signal }),
  );
  const list = useRef<HTMLUListElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  const all = groupEntries(query.data?.pages.flatMap((page) => page.entries) ?? []);
  const isFolded = !unfolded && all.length > FOLD;
  const groups = isFolded ? all.slice(0, FOLD) : all;
  const names = namesOf(customer);
  // "Show more" disappears with the last page, so the first new entry takes the focus.
  const shown = useRef(0);
  const asked = useRef(false);
  useEffect(() => {
    const before = shown.current;
    shown.current = groups.length;
    if (!asked.current || groups.length <= before) return;
    asked.current = false;
    list.current?.querySelectorAll('li')[before]?.focus();
  }, [groups.length]);
  return (
    <section aria-labelledby="happened">
      <Card pad>
        <h2 id="happened">
          <Trans>Activity</Trans>
        </h2>
        <QueryBoundary query={query} name={t`Activity`}>
          {() =>
            groups.length === 0 ? (
              <p className="muted">
                <Trans>Nothing happened yet.</Trans>
              </p>
            ) : (
              <>
                <ul ref={list} className={styles.timeline}>
                  {groups.map((group) => (
                    <Entry
                      key={`${group.entry.kind} ${group.entry.id} ${group.entry.type}`}
                      group={group}
                      names={names}
                    />
                  ))}
                </ul>
                {isFolded ? (
                  <FoldButton
                    shown={0}
                    inAll={0}
                    onOpen={() => {
                      asked.current = true;
                      setUnfolded(true);
                    }}
                  />
                ) : (
                  <LoadMore
                    query={query}
                    onMore={() => {
                      asked.current = true;
                    }}
                  />
                )}
              </>
            )
          }
        </QueryBoundary>
      </Card>
    </section>
  );
};
