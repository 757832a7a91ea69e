import type { OperatorCustomer, TimelineEntry } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BellRing,
  CreditCard,
  type IconNode,
  Layers,
  ReceiptText,
  ShieldAlert,
  ShieldCheck,
  Undo2,
  UserCog,
} from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePhone } from '../../ui/use-phone.ts';
import { callOperatorApi } from '../call.ts';
import { labelFor, productName, UtcDateTime } from '../format.tsx';
import { LoadMore, usePages } from '../load-more.tsx';
import styles from '../operator-site.module.css';
import { QueryBoundary } from '../query-boundary.tsx';
import { kindLabels, methodLabels, reviewReasonLabels } from '../record-labels.ts';
import { actorLabels } from '../state-labels.ts';
import { FoldButton } from '../table.tsx';
import { eventText } from './event-texts.ts';
import { type EntryGroup, groupEntries } from './group-entries.ts';

const icons: Readonly<Record<TimelineEntry['kind'], IconNode>> = {
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

/** Names of plans and receipts of this customer, by their ids. Entries refer to them. */
type Names = ReadonlyMap<string, string>;

const namesOf = ({ holds, paid }: OperatorCustomer): Names =>
  new Map([
    ...holds.map(({ id, product, name }): [string, string] => [id, `${productName(product)} ${name}`]),
    ...paid.receipts.flatMap(({ id, invoice }): [string, string][] => (id && invoice ? [[id, invoice]] : [])),
  ]);

/**
 * Object of an entry that its sentence does not name: the number of a receipt, or what a command was about. An id without
 * a name says nothing here.
 */
const objectOf = ({ kind, subject }: TimelineEntry, names: Names): string | null => {
  if (subject === null) return null;
  if (kind === 'invoice' || kind === 'payment' || kind === 'refund') return subject;
  return kind === 'operator' ? (names.get(subject) ?? null) : null;
};

const Entry = ({ group: { entry, count, since }, names }: { group: EntryGroup; names: Names }) => {
  const object = objectOf(entry, names);
  return (
    <li tabIndex={-1}>
      <span className={styles.disc}>
        <Icon of={icons[entry.kind]} size={16} />
      </span>
      <div>
        <p>
          {(entry.kind === 'security' || entry.kind === 'operator') && (
            <span className="sr">{labelFor(kindLabels, entry.kind)}: </span>
          )}
          <b>{eventText(entry, names.get(entry.subject ?? '') ?? null)}</b>
          {count > 1 && (
            <>
              {' '}
              <Trans>{count} times</Trans>
            </>
          )}
        </p>
        {entry.method && <p>{labelFor(methodLabels, entry.method)}</p>}
        {entry.note && (
          <p className={styles.breaks}>
            {entry.kind === 'review' ? labelFor(reviewReasonLabels, entry.note) : entry.note}
          </p>
        )}
        <p className={styles.sub}>
          <UtcDateTime instant={entry.at} /> · <Actor entry={entry} />
          {object && (
            <>
              {' · '}
              <span className="nowrap">{object}</span>
            </>
          )}
        </p>
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

/** Number of entries shown before the operator asks for more, also on a phone. */
const FOLD = 8;
const FOLD_ON_PHONE = 4;

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
  const fold = usePhone() ? FOLD_ON_PHONE : FOLD;
  const isFolded = !unfolded && all.length > fold;
  const groups = isFolded ? all.slice(0, fold) : all;
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
