import type { OperatorWork } from '@foyer/contract/api/operator';
import type { Review } from '@foyer/contract/api/operator-customers';
import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import type { WorkList } from '@foyer/contract/vocabulary/work-lists';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cardLabel } from '../shared/payments/card-brand.tsx';
import { DateText } from '../ui/date.tsx';
import { Link } from '../ui/link.tsx';
import { moneyText } from '../ui/money.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { AccountCell } from './account-cell.tsx';
import { labelFor, productName, UtcDateTime } from './format.tsx';
import { type ListName, NothingWaiting } from './nothing-waiting.tsx';
import { useMayCall } from './operator.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { kindLabels, mailLabels } from './record-labels.ts';
import { operatorPaths } from './routes.ts';
import { CellDetail, Table } from './table.tsx';
import { useOperatorQuery } from './use-operator-query.ts';

/** Thing that waits for an operator. */
interface Waiting {
  readonly key: string;
  readonly what: ReactNode;
  readonly detail?: ReactNode;
  readonly accountId: string | null;
  /** Name or email shown for the customer. */
  readonly email: string | null;
  readonly since: string;
  readonly href: string;
}

/** An answer of the payment provider takes seconds, and a question of a bank minutes. After an hour an attempt is stuck. */
const STUCK_AFTER_MS = HOUR_MS;

const waitingReview = ({ id, accountId, email, name, openedAt, answerBy }: Review): Waiting => ({
  key: `review ${id}`,
  what: <Trans>Export review</Trans>,
  detail: answerBy && (
    <Trans>
      promised by <DateText instant={answerBy} />
    </Trans>
  ),
  accountId,
  email: email ?? name,
  since: openedAt,
  href: operatorPaths.reviews,
});

/** Rows of the work lists that no retry settles. */
const waitingWork = (work: OperatorWork, now: number): Waiting[] => {
  const href = operatorPaths.work;
  return [
    ...work.requests.map(({ subscriptionId, accountId, email, name, product, planName, requestedAt }) => ({
      accountId,
      email: name ?? email,
      key: `request ${subscriptionId}`,
      what: <Trans>Request for a plan by agreement</Trans>,
      detail: [productName(product), planName].filter(Boolean).join(' '),
      since: requestedAt,
      href: operatorPaths.customer(accountId),
    })),
    ...work.unplacedRefunds.map(({ id, amountCents, foundAt, ...row }) => ({
      ...row,
      key: `refund ${id}`,
      what: <Trans>Refund that matches no payment</Trans>,
      detail: moneyText(amountCents),
      since: foundAt,
      href,
    })),
    ...work.disputes.map(({ id, amountCents, disputedAt, accountId, email }) => ({
      accountId,
      email,
      key: `dispute ${id}`,
      what: <Trans>Payment in dispute</Trans>,
      detail: moneyText(amountCents),
      since: disputedAt,
      href,
    })),
    ...work.parkedPayments.map(({ gatewayRef, amountCents, foundAt, accountId, email }) => ({
      accountId,
      email,
      key: `parked ${gatewayRef}`,
      what: <Trans>Payment that the books lack</Trans>,
      detail: moneyText(amountCents),
      since: foundAt,
      href,
    })),
    ...work.waiting
      .filter(({ at }) => now - Date.parse(at) > STUCK_AFTER_MS)
      .map(({ id, kind, at, ...row }) => ({
        ...row,
        key: `${kind} ${id}`,
        what: <Trans>No answer of the payment provider</Trans>,
        detail: labelFor(kindLabels, kind),
        since: at,
        href,
      })),
    ...work.failedHooks.map(({ id, product, failedAt, lastError, lastHttpStatus, ...row }) => ({
      ...row,
      key: `hook ${id}`,
      what: <Trans>Message to {productName(product)} given up</Trans>,
      detail: lastError ?? lastHttpStatus,
      since: failedAt,
      href,
    })),
    ...work.failedDetachments.map(({ id, failedAt, brand, last4, ...row }) => ({
      ...row,
      key: `card ${id}`,
      what: <Trans>Replaced card still at the payment provider</Trans>,
      detail: last4 && cardLabel({ brand, last4 }),
      since: failedAt,
      href,
    })),
    ...work.failedMails.map(({ id, template, failedAt, ...row }) => ({
      ...row,
      key: `mail ${id}`,
      what: <Trans>Email given up</Trans>,
      detail: labelFor(mailLabels, template),
      since: failedAt,
      href,
    })),
  ];
};

/**
 * Number of rows that the work lists did not load. Attempts without an answer are listed oldest first, so those that are not
 * loaded can only be stuck if each loaded one is.
 */
const notLoaded = (work: OperatorWork, now: number): number => {
  const lists: WorkList[] = [
    'requests',
    'unplacedRefunds',
    'disputes',
    'parkedPayments',
    'failedHooks',
    'failedDetachments',
    'failedMails',
  ];
  if (work.waiting.every(({ at }) => now - Date.parse(at) > STUCK_AFTER_MS)) lists.push('waiting');
  return lists.reduce((sum, list) => sum + Math.max(0, work.inAll[list] - work[list].length), 0);
};

/** Lists whose rows need an operator. */
const watched: readonly ListName[] = [
  'requests',
  'unplacedRefunds',
  'disputes',
  'parkedPayments',
  'waiting',
  'failedHooks',
  'failedDetachments',
  'failedMails',
];

const bySince = (a: Waiting, b: Waiting): number => Date.parse(a.since) - Date.parse(b.since);

interface QueueRowsProps {
  readonly work: OperatorWork;
  readonly reviews: readonly Review[];
  /** Number of pending reviews, loaded or not. */
  readonly reviewsInAll: number;
}

const QueueRows = ({ work, reviews, reviewsInAll }: QueueRowsProps) => {
  const mayReview = useMayCall('GET /api/operator/reviews');
  const now = Date.now();
  const rows = [...reviews.map(waitingReview), ...waitingWork(work, now)].sort(bySince);
  if (rows.length === 0) return <NothingWaiting lists={mayReview ? ['reviews', ...watched] : watched} />;
  return (
    <Table
      label={t`Needs a person`}
      rows={rows}
      inAll={rows.length + notLoaded(work, now) + Math.max(0, reviewsInAll - reviews.length)}
      fold={12}
      rowKey={({ key }) => key}
      empty={null}
      columns={[
        {
          head: t`What`,
          cell: ({ what, detail, href }) => (
            <>
              <Link className="link" href={href}>
                {what}
              </Link>
              {detail && <CellDetail>{detail}</CellDetail>}
            </>
          ),
        },
        {
          head: t`Customer`,
          cell: ({ accountId, email }) =>
            accountId ? <AccountCell accountId={accountId} email={email} /> : <Trans>Unknown</Trans>,
        },
        { head: t`Since`, cell: ({ since }) => <UtcDateTime instant={since} /> },
      ]}
    />
  );
};

/**
 * Start page: what needs an operator, oldest first. Charges that the server tries again are not in it (OP-04). It waits for
 * both calls, because "Nothing waiting" is true only if both say so.
 */
export const Queue = () => {
  const mayReview = useMayCall('GET /api/operator/reviews');
  const work = useOperatorQuery('GET /api/operator/work', undefined);
  const pending = useOperatorQuery(
    'GET /api/operator/reviews',
    { query: { status: 'pending' } },
    { enabled: mayReview },
  );
  const name = t`The queue`;
  return (
    <section>
      <SectionHead
        aside={
          <Link className="link" href={operatorPaths.work}>
            <Trans>All work</Trans>
          </Link>
        }
      >
        <Trans>Needs a person</Trans>
      </SectionHead>
      <QueryBoundary query={work} name={name}>
        {(lists) =>
          mayReview ? (
            <QueryBoundary query={pending} name={name}>
              {({ reviews, inAll }) => <QueueRows work={lists} reviews={reviews} reviewsInAll={inAll} />}
            </QueryBoundary>
          ) : (
            <QueueRows work={lists} reviews={[]} reviewsInAll={0} />
          )
        }
      </QueryBoundary>
    </section>
  );
};
