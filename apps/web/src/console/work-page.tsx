import type { OpenReceipt, OperatorWork } from '@foyer/contract/api/operator';
import { msg } from '@lingui/core/macro';
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
import { chargeWords, kindWords, mailWords, refundWords } from './record-words.ts';
import { Region } from './region.tsx';
import { type Column, Sub, Table } from './table.tsx';
import { useConsoleQuery } from './use-console-query.ts';
import { inWords, Moment, nameOfProduct } from './words.tsx';

const Account = ({ accountId, email }: { accountId: string; email: string | null }) => (
  <>
    <Link className="link" href={places.customer(accountId)}>
      {email ?? accountId}
    </Link>
    <Sub>{accountId}</Sub>
  </>
);

const receiptColumns: readonly Column<OpenReceipt>[] = [
  { head: msg`Customer`, cell: (row) => <Account {...row} /> },
  {
    head: msg`For`,
    cell: ({ description, number }) => (
      <>
        {description}
        <Sub>{number}</Sub>
      </>
    ),
  },
  {
    head: msg`Tries`,
    cell: ({ attempts, failureMessage }) => (
      <>
        {attempts}
        <Sub>{failureMessage}</Sub>
      </>
    ),
  },
  {
    head: msg`Next try`,
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Moment instant={nextAttemptAt} /> : <Trans>None</Trans>),
  },
  {
    head: msg`Overdue since`,
    cell: ({ overdueSince }) => (overdueSince ? <DateText instant={overdueSince} /> : <Trans>Not overdue</Trans>),
  },
  { head: msg`Due`, figures: true, cell: ({ amountDueCents }) => <Money cents={amountDueCents} /> },
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
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      {...table}
      rowKey={({ id }) => id}
      columns={[
        ...columns,
        {
          head: msg`What can be done`,
          commands: true,
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
        { head: msg`Mail`, cell: ({ template }) => inWords(mailWords, template) },
        {
          head: msg`Customer`,
          cell: ({ accountId }) =>
            accountId ? <Account accountId={accountId} email={null} /> : <Trans>Nobody's any more</Trans>,
        },
        { head: msg`Given up`, cell: ({ failedAt }) => <Moment instant={failedAt} /> },
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
        { head: msg`Product`, cell: ({ product }) => nameOfProduct(product) },
        { head: msg`Customer`, cell: ({ accountId }) => <Account accountId={accountId} email={null} /> },
        {
          head: msg`Tries`,
          cell: ({ attempts, lastHttpStatus, lastError }) => (
            <>
              {attempts}
              <Sub>{lastError ?? lastHttpStatus}</Sub>
            </>
          ),
        },
        { head: msg`Given up`, cell: ({ failedAt }) => <Moment instant={failedAt} /> },
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
            { head: msg`Customer`, cell: (row) => <Account {...row} /> },
            { head: msg`When`, cell: ({ at }) => <Moment instant={at} /> },
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
              head: msg`What`,
              cell: ({ kind, id }) => (
                <>
                  {inWords(kindWords, kind)}
                  <Sub>{id}</Sub>
                </>
              ),
            },
            {
              head: msg`State`,
              cell: ({ kind, status }) => inWords(kind === 'refund' ? refundWords : chargeWords, status),
            },
            { head: msg`Sent`, cell: ({ at }) => <Moment instant={at} /> },
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
