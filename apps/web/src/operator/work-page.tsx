import type { OpenReceipt, OperatorWork } from '@foyer/contract/api/operator';
import type { WorkList } from '@foyer/contract/vocabulary/work-lists';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DateText } from '../ui/date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { AccountCell } from './account-cell.tsx';
import { callOperatorApi } from './call.ts';
import { FailedDetachments, FailedHooks, FailedMails } from './failed-jobs.tsx';
import { Figure, Figures } from './figures.tsx';
import { BoundedCount, labelFor, productName, UtcDateTime } from './format.tsx';
import { useRemainingPages } from './load-more.tsx';
import { type ListName, NothingWaiting } from './nothing-waiting.tsx';
import { useMayCall } from './operator.tsx';
import styles from './operator-site.module.css';
import { PageHead } from './page-head.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { parkReasonLabels } from './record-labels.ts';
import { operatorPaths } from './routes.ts';
import { CellCode, CellDetail, type Column, Table } from './table.tsx';
import { useOperatorQuery } from './use-operator-query.ts';
import { WaitingForProvider } from './waiting-for-provider.tsx';

/** Columns of an unpaid bill. `when` is the one that differs between the lists. */
const receiptColumns = (when: Column<OpenReceipt>): readonly Column<OpenReceipt>[] => [
  { head: t`Customer`, cell: (row) => <AccountCell {...row} /> },
  {
    head: t`For`,
    cell: ({ description, number }) => (
      <>
        {description}
        <CellDetail>{number}</CellDetail>
      </>
    ),
  },
  {
    head: t`Tries`,
    cell: ({ attempts, failureMessage }) => (
      <>
        {attempts}
        <CellDetail>{failureMessage}</CellDetail>
      </>
    ),
  },
  when,
  { head: t`Due`, figures: true, cell: ({ amountDueCents }) => <Money cents={amountDueCents} /> },
];

const failingColumns = receiptColumns({
  head: t`Next try`,
  cell: ({ nextAttemptAt }) => nextAttemptAt && <UtcDateTime instant={nextAttemptAt} />,
});

const overdueColumns = receiptColumns({
  head: t`Overdue since`,
  cell: ({ overdueSince }) => overdueSince && <DateText instant={overdueSince} />,
});

/** Rows of a list of bills before the others are folded. */
const BILLS = 5;

/** Loaded rows of a list, with the button that loads the rest. */
const useList = <Name extends WorkList>(work: OperatorWork, list: Name) => {
  const name = 'GET /api/operator/work/:list';
  const rest = useRemainingPages([name, list], work.next[list], (query, signal) =>
    callOperatorApi(name, { params: { list }, query }, { signal }),
  );
  const parts: readonly { [Each in WorkList]?: readonly unknown[] | undefined }[] = [work, ...rest.pages];
  const rows = parts.flatMap((part) => part[list] ?? []) as OperatorWork[Name];
  return { rows, inAll: work.inAll[list], more: rest.more };
};

interface BlockProps {
  title: ReactNode;
  /** Paragraph between the title and the table. */
  about?: ReactNode;
  /** Rows of the list, loaded or not. Without one the block is left out. */
  inAll: number;
  children: ReactNode;
}

const Block = ({ title, about, inAll, children }: BlockProps) =>
  inAll > 0 && (
    <section>
      <SectionHead>{title}</SectionHead>
      {about && <p className={`muted ${styles.about}`}>{about}</p>}
      {children}
    </section>
  );

/** Export reviews that wait, oldest first. Only some roles may read them. */
const WaitingReviews = ({ inAll }: { inAll: number }) => {
  const mayReview = useMayCall('GET /api/operator/reviews') && inAll > 0;
  const query = useOperatorQuery('GET /api/operator/reviews', { query: { status: 'pending' } }, { enabled: mayReview });
  return (
    mayReview && (
      <Block
        title={
          <Link href={operatorPaths.reviews}>
            <Trans>Export reviews</Trans>
          </Link>
        }
        inAll={inAll}
      >
        <QueryBoundary query={query} name={t`Export reviews`}>
          {({ reviews }) => (
            <Table
              label={t`Export reviews`}
              rows={reviews}
              inAll={inAll}
              fold={6}
              rowKey={({ id }) => id}
              empty={null}
              columns={[
                {
                  head: t`Customer`,
                  cell: ({ accountId, name, email }) => <AccountCell accountId={accountId} name={name} email={email} />,
                },
                { head: t`Opened`, cell: ({ openedAt }) => <UtcDateTime instant={openedAt} /> },
                { head: t`Promised by`, cell: ({ answerBy }) => answerBy && <DateText instant={answerBy} /> },
              ]}
            />
          )}
        </QueryBoundary>
      </Block>
    )
  );
};

/** Lists in the order of the page. */
const listOrder: readonly ListName[] = [
  'failing',
  'overdue',
  'reviews',
  'requests',
  'due',
  'waiting',
  'disputes',
  'parkedPayments',
  'unplacedRefunds',
  'failedDetachments',
  'failedMails',
  'failedHooks',
];

const Lists = ({ work }: { work: OperatorWork }) => {
  const { queue, reviewsWaiting, inAll } = work;
  const failing = useList(work, 'failing');
  const overdue = useList(work, 'overdue');
  const due = useList(work, 'due');
  const onClock = useList(work, 'onClock');
  const requests = useList(work, 'requests');
  const waiting = useList(work, 'waiting');
  const disputes = useList(work, 'disputes');
  const parkedPayments = useList(work, 'parkedPayments');
  const failedMails = useList(work, 'failedMails');
  const failedHooks = useList(work, 'failedHooks');
  const failedDetachments = useList(work, 'failedDetachments');
  const unplacedRefunds = useList(work, 'unplacedRefunds');
  const empty = listOrder.filter((list) => (list === 'reviews' ? reviewsWaiting : inAll[list]) === 0);
  return (
    <>
      <Figures>
        <Figure name={<Trans>Background jobs</Trans>}>
          <BoundedCount inAll={queue.waiting + queue.active} />
          {queue.failed > 0 && (
            <small>
              <Trans>
                <BoundedCount inAll={queue.failed} /> failed
              </Trans>
            </small>
          )}
        </Figure>
        <Figure name={<Trans>Failed payments</Trans>}>
          <BoundedCount inAll={inAll.failing} />
        </Figure>
        <Figure name={<Trans>Overdue</Trans>}>
          <BoundedCount inAll={inAll.overdue} />
        </Figure>
        <Figure name={<Trans>Reviews waiting</Trans>}>
          <Link href={operatorPaths.reviews}>
            <BoundedCount inAll={reviewsWaiting} />
          </Link>
        </Figure>
      </Figures>
      <Block
        title={<Trans>Failed payments</Trans>}
        about={
          <Trans>Unpaid bills of all customers that are charged again. Bills that were paid since aren't listed.</Trans>
        }
        inAll={failing.inAll}
      >
        <Table
          label={t`Failed payments`}
          columns={failingColumns}
          {...failing}
          fold={BILLS}
          rowKey={({ receiptId }) => receiptId}
          empty={null}
        />
      </Block>
      <Block title={<Trans>Overdue</Trans>} inAll={overdue.inAll}>
        <Table
          label={t`Overdue`}
          columns={overdueColumns}
          {...overdue}
          fold={BILLS}
          rowKey={({ receiptId }) => receiptId}
          empty={null}
        />
      </Block>
      <WaitingReviews inAll={reviewsWaiting} />
      <Block title={<Trans>Requests for a plan by agreement</Trans>} inAll={requests.inAll}>
        <Table
          label={t`Requests for a plan by agreement`}
          {...requests}
          rowKey={({ subscriptionId }) => subscriptionId}
          empty={null}
          columns={[
            {
              head: t`Customer`,
              cell: ({ accountId, name, email }) => <AccountCell accountId={accountId} email={name ?? email} />,
            },
            { head: t`Plan`, cell: ({ product, planName }) => `${productName(product)} ${planName ?? ''}` },
            { head: t`Requested`, cell: ({ requestedAt }) => <UtcDateTime instant={requestedAt} /> },
          ]}
        />
      </Block>
      <Block title={<Trans>Due within seven days</Trans>} inAll={due.inAll}>
        <Table
          label={t`Due within seven days`}
          {...due}
          rowKey={({ accountId }) => accountId}
          empty={null}
          columns={[
            { head: t`Customer`, cell: (row) => <AccountCell {...row} /> },
            { head: t`When`, cell: ({ at }) => <UtcDateTime instant={at} /> },
          ]}
        />
      </Block>
      <Block title={<Trans>Waiting for the payment provider</Trans>} inAll={waiting.inAll}>
        <WaitingForProvider {...waiting} />
      </Block>
      <Block
        title={<Trans>Payments in dispute</Trans>}
        about={
          <Trans>
            The customer's bank wants the money back. Answer in the pages of the payment provider. A lost dispute is
            booked, and the subscription runs on until you end it.
          </Trans>
        }
        inAll={disputes.inAll}
      >
        <Table
          label={t`Payments in dispute`}
          {...disputes}
          rowKey={({ id }) => id}
          empty={null}
          columns={[
            {
              head: t`Payment`,
              cell: ({ id, receipt }) => (
                <>
                  {receipt ?? <Trans>Unknown receipt</Trans>}
                  <CellDetail>{id}</CellDetail>
                </>
              ),
            },
            { head: t`Customer`, cell: (row) => <AccountCell {...row} /> },
            { head: t`Disputed`, cell: ({ disputedAt }) => <UtcDateTime instant={disputedAt} /> },
            { head: t`Amount`, figures: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
          ]}
        />
      </Block>
      <Block
        title={<Trans>Payments that the books lack</Trans>}
        about={
          <Trans>
            Decide on the command line: <code>reconcile keep</code> or <code>reconcile dismiss</code>. Or refund them at
            the payment provider.
          </Trans>
        }
        inAll={parkedPayments.inAll}
      >
        <Table
          label={t`Payments that the books lack`}
          {...parkedPayments}
          rowKey={({ gatewayRef }) => gatewayRef}
          empty={null}
          columns={[
            {
              head: t`Payment`,
              cell: ({ gatewayRef, receipt }) => (
                <>
                  {gatewayRef}
                  <CellDetail>{receipt}</CellDetail>
                </>
              ),
            },
            {
              head: t`Customer`,
              cell: ({ accountId, email }) =>
                accountId === null ? <Trans>None</Trans> : <AccountCell accountId={accountId} email={email} />,
            },
            { head: t`Why`, cell: ({ reason }) => labelFor(parkReasonLabels, reason) },
            { head: t`Found`, cell: ({ foundAt }) => <UtcDateTime instant={foundAt} /> },
            { head: t`Amount`, figures: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
          ]}
        />
      </Block>
      <Block title={<Trans>Refunds that match no payment</Trans>} inAll={unplacedRefunds.inAll}>
        <Table
          label={t`Refunds that match no payment`}
          {...unplacedRefunds}
          rowKey={({ id }) => id}
          empty={null}
          columns={[
            {
              head: t({ message: 'Refund', context: 'noun' }),
              cell: ({ id, receipt }) => (
                <>
                  {receipt ?? <Trans>Unknown receipt</Trans>}
                  <CellCode>{id}</CellCode>
                </>
              ),
            },
            {
              head: t`Customer`,
              cell: ({ accountId, email }) =>
                accountId ? <AccountCell accountId={accountId} email={email} /> : <Trans>Unknown</Trans>,
            },
            { head: t`Found`, cell: ({ foundAt }) => <UtcDateTime instant={foundAt} /> },
            { head: t`Amount`, figures: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
          ]}
        />
      </Block>
      <Block title={<Trans>Replaced cards still at the payment provider</Trans>} inAll={failedDetachments.inAll}>
        <FailedDetachments {...failedDetachments} />
      </Block>
      <Block title={<Trans>Emails given up</Trans>} inAll={failedMails.inAll}>
        <FailedMails {...failedMails} />
      </Block>
      <Block title={<Trans>Messages to products given up</Trans>} inAll={failedHooks.inAll}>
        <FailedHooks {...failedHooks} />
      </Block>
      <NothingWaiting lists={empty} />
      <Block
        title={<Trans>Customers on sandbox clocks</Trans>}
        about={<Trans>Test customers. Their renewals and payments run when they advance their sandbox clock.</Trans>}
        inAll={onClock.inAll}
      >
        <Table
          label={t`Customers on sandbox clocks`}
          {...onClock}
          fold={6}
          rowKey={({ accountId }) => accountId}
          empty={null}
          columns={[
            { head: t`Customer`, cell: (row) => <AccountCell {...row} /> },
            { head: t`Their clock`, cell: ({ clockAt }) => <DateText instant={clockAt} /> },
            { head: t`Next work`, cell: ({ at }) => <UtcDateTime instant={at} /> },
          ]}
        />
      </Block>
    </>
  );
};

/** Page of current work: renewals due, failed payments, overdue receipts, queue and mails (OP-04, BY-08). */
export const WorkPage = () => {
  const query = useOperatorQuery('GET /api/operator/work', undefined);
  return (
    <>
      <PageHead tab={t`Work`} title={<Trans>Work</Trans>} />
      <QueryBoundary query={query} name={t`The work`}>
        {(work) => <Lists work={work} />}
      </QueryBoundary>
    </>
  );
};
