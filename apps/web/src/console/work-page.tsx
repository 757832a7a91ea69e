import type { OpenReceipt, OperatorWork } from '@foyer/contract/api/operator';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { DateText } from '../ui/date.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { ActionForm } from './action-form.tsx';
import { consoleCall } from './call.ts';
import styles from './console.module.css';
import { ActButton } from './operator.tsx';
import { PageHead } from './page-head.tsx';
import { places } from './places.ts';
import { Region } from './region.tsx';
import { type Column, Sub, Table } from './table.tsx';
import { useConsoleQuery } from './use-console-query.ts';
import { inWords, Moment } from './words.tsx';

const Account = ({ accountId, email }: { accountId: string; email: string | null }) => (
  <>
    <Link className="link" href={places.customer(accountId)}>
      {email ?? accountId}
    </Link>
    <Sub>{accountId}</Sub>
  </>
);

const receiptColumns: readonly Column<OpenReceipt>[] = [
  { head: <Trans>Customer</Trans>, cell: (row) => <Account {...row} /> },
  {
    head: <Trans>For</Trans>,
    cell: ({ description, number }) => (
      <>
        {description}
        <Sub>{number}</Sub>
      </>
    ),
  },
  {
    head: <Trans>Tries</Trans>,
    cell: ({ attempts, failureMessage }) => (
      <>
        {attempts}
        <Sub>{failureMessage}</Sub>
      </>
    ),
  },
  {
    head: <Trans>Next try</Trans>,
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment instant={nextAttemptAt} /> : <Trans>None</Trans>),
  },
  {
    head: <Trans>Overdue since</Trans>,
    cell: ({ overdueSince }) => (overdueSince ? <DateText instant={overdueSince} /> : <Trans>Not overdue</Trans>),
  },
  { head: <Trans>Due</Trans>, figures: true, cell: ({ amountDueCents }) => <Money cents={amountDueCents} /> },
];

const Block = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section>
    <SectionHead>{title}</SectionHead>
    {children}
  </section>
);

interface GivenUpProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  empty: ReactNode;
  /** Of the form that puts one back. */
  title: ReactNode;
  said: string;
}

/** Jobs that were given up, each with a way back into the queue. */
const GivenUp = <Row extends { id: string }>({ columns, title, said, ...table }: GivenUpProps<Row>) => {
  const { t } = useLingui();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      {...table}
      rowKey={({ id }) => id}
      columns={[
        ...columns,
        {
          head: <span className="sr">{t`What can be done`}</span>,
          cell: ({ id }) => (
            <ActButton size="sm" call="POST /api/operator/jobs/:id/retry" onClick={() => setOpen(id)}>
              <Trans>Try again</Trans>
            </ActButton>
          ),
        },
      ]}
      below={({ id }) =>
        open === id && (
          <ActionForm
            title={title}
            consequence={<Trans>It goes back into the queue.</Trans>}
            verb={<Trans>Try again</Trans>}
            busyVerb={<Trans>Trying…</Trans>}
            act={async (reason, idempotencyKey) => {
              const input = { params: { id }, body: { reason } };
              await consoleCall('POST /api/operator/jobs/:id/retry', input, { idempotencyKey });
              return said;
            }}
            onClose={() => setOpen(null)}
          />
        )
      }
    />
  );
};

const FailedMails = ({ mails }: { mails: OperatorWork['failedMails'] }) => {
  const { t } = useLingui();
  return (
    <GivenUp
      label={t`Mails given up`}
      rows={mails}
      empty={<Trans>Every mail went out.</Trans>}
      title={<Trans>Send this mail again</Trans>}
      said={t`The mail is back in the queue.`}
      columns={[
        { head: <Trans>Mail</Trans>, cell: ({ template }) => inWords(template) },
        {
          head: <Trans>Customer</Trans>,
          cell: ({ accountId }) =>
            accountId ? <Account accountId={accountId} email={null} /> : <Trans>Nobody's any more</Trans>,
        },
        { head: <Trans>Given up</Trans>, cell: ({ failedAt }) => <Moment instant={failedAt} /> },
      ]}
    />
  );
};

/** What a product was to be told and never took (BY-08). */
const FailedHooks = ({ hooks }: { hooks: OperatorWork['failedHooks'] }) => {
  const { t } = useLingui();
  return (
    <GivenUp
      label={t`Messages to products given up`}
      rows={hooks}
      empty={<Trans>Every product took its messages.</Trans>}
      title={<Trans>Send this message again</Trans>}
      said={t`The message is back in the queue.`}
      columns={[
        { head: <Trans>Product</Trans>, cell: ({ product }) => inWords(product) },
        { head: <Trans>Customer</Trans>, cell: ({ accountId }) => <Account accountId={accountId} email={null} /> },
        {
          head: <Trans>Tries</Trans>,
          cell: ({ attempts, lastHttpStatus, lastError }) => (
            <>
              {attempts}
              <Sub>{lastError ?? lastHttpStatus}</Sub>
            </>
          ),
        },
        { head: <Trans>Given up</Trans>, cell: ({ failedAt }) => <Moment instant={failedAt} /> },
      ]}
    />
  );
};

const Lists = ({ work }: { work: OperatorWork }) => {
  const { t } = useLingui();
  const { queue, reviewsWaiting, dueInAll } = work;
  return (
    <>
      <dl className={styles.figuresStrip}>
        <div>
          <dt>
            <Trans>Queue</Trans>
          </dt>
          <dd>
            {queue.waiting + queue.active}
            <small>
              <Trans>
                {queue.active} active, {queue.failed} failed
              </Trans>
            </small>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Failed payments</Trans>
          </dt>
          <dd>{work.failing.length}</dd>
        </div>
        <div>
          <dt>
            <Trans>Overdue</Trans>
          </dt>
          <dd>{work.overdue.length}</dd>
        </div>
        <div>
          <dt>
            <Trans>Reviews waiting</Trans>
          </dt>
          <dd>
            <Link href={places.reviews}>{reviewsWaiting}</Link>
          </dd>
        </div>
      </dl>
      <Block title={<Trans>Failed payments</Trans>}>
        <Table
          label={t`Failed payments`}
          columns={receiptColumns}
          rows={work.failing}
          rowKey={({ receiptId }) => receiptId}
          empty={<Trans>No charge is being tried again.</Trans>}
        />
      </Block>
      <Block title={<Trans>Overdue</Trans>}>
        <Table
          label={t`Overdue`}
          columns={receiptColumns}
          rows={work.overdue}
          rowKey={({ receiptId }) => receiptId}
          empty={<Trans>Nobody is overdue.</Trans>}
        />
      </Block>
      <Block title={<Trans>Due within seven days</Trans>}>
        <Table
          label={t`Due within seven days`}
          rows={work.due}
          rowKey={({ accountId }) => accountId}
          empty={<Trans>Nothing is due.</Trans>}
          columns={[
            { head: <Trans>Customer</Trans>, cell: (row) => <Account {...row} /> },
            { head: <Trans>When</Trans>, cell: ({ at }) => <Moment instant={at} /> },
          ]}
        />
        {dueInAll > work.due.length && (
          <p className="muted">
            <Trans>{dueInAll} in all.</Trans>
          </p>
        )}
      </Block>
      <Block title={<Trans>Waiting for the payment provider</Trans>}>
        <Table
          label={t`Waiting for the payment provider`}
          rows={work.waiting}
          rowKey={({ id }) => id}
          empty={<Trans>Everything was answered.</Trans>}
          columns={[
            {
              head: <Trans>What</Trans>,
              cell: ({ kind, id }) => (
                <>
                  {inWords(kind)}
                  <Sub>{id}</Sub>
                </>
              ),
            },
            { head: <Trans>State</Trans>, cell: ({ status }) => inWords(status) },
            { head: <Trans>Sent</Trans>, cell: ({ at }) => <Moment instant={at} /> },
          ]}
        />
      </Block>
      <Block title={<Trans>Mails given up</Trans>}>
        <FailedMails mails={work.failedMails} />
      </Block>
      <Block title={<Trans>Messages to products given up</Trans>}>
        <FailedHooks hooks={work.failedHooks} />
      </Block>
    </>
  );
};

/** What will happen and what hangs: renewals due, failed payments, the overdue, queue and mails (OP-04, BY-08). */
export const WorkPage = () => {
  const { t } = useLingui();
  const query = useConsoleQuery('GET /api/operator/work', undefined);
  return (
    <>
      <PageHead tab={t`Work`} title={<Trans>Work</Trans>} />
      <Region query={query} name={t`The work`}>
        {(work) => <Lists work={work} />}
      </Region>
    </>
  );
};
