import type { OperatorWork } from '@foyer/contract/api/operator';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { cardLabel } from '../shared/payments/card-brand.tsx';
import { AccountCell } from './account-cell.tsx';
import { ActionForm } from './action-form.tsx';
import { callOperatorApi } from './call.ts';
import { labelFor, productName, UtcDateTime } from './format.tsx';
import { CommandButton } from './operator.tsx';
import { mailLabels } from './record-labels.ts';
import { CellDetail, type Column, Table } from './table.tsx';

/** Loaded rows of a list, their total number, and the button that loads more. */
interface ListPart<Row> {
  rows: readonly Row[];
  inAll: number;
  more: ReactNode;
}

interface FailedJobsProps<Row> extends ListPart<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Texts of the form that retries a job. */
  title: ReactNode;
  successText: string;
  /** Texts of the form that dismisses it. */
  dismissTitle: ReactNode;
  dismissConsequence: ReactNode;
}

/** Table of failed jobs. Each has a button that puts it back into the queue, and one that dismisses it. */
const FailedJobs = <Row extends { id: string }>({
  columns,
  title,
  successText,
  dismissTitle,
  dismissConsequence,
  ...table
}: FailedJobsProps<Row>) => {
  const [open, setOpen] = useState<{ id: string; isDismissed: boolean } | null>(null);
  const isOpen = (id: string, isDismissed: boolean) => open?.id === id && open.isDismissed === isDismissed;
  return (
    <Table
      {...table}
      empty={null}
      rowKey={({ id }) => id}
      columns={[
        ...columns,
        {
          head: t`What can be done`,
          commands: true,
          cell: ({ id }) => (
            <>
              <CommandButton
                size="sm"
                call="POST /api/operator/jobs/:id/retry"
                onClick={() => setOpen({ id, isDismissed: false })}
              >
                <Trans>Try again</Trans>
              </CommandButton>
              <CommandButton
                size="sm"
                call="POST /api/operator/jobs/:id/dismiss"
                onClick={() => setOpen({ id, isDismissed: true })}
              >
                <Trans context="failed job">Dismiss</Trans>
              </CommandButton>
            </>
          ),
        },
      ]}
      below={({ id }) => (
        <>
          {isOpen(id, false) && (
            <ActionForm
              title={title}
              consequence={<Trans>It goes back into the queue.</Trans>}
              verb={<Trans>Try again</Trans>}
              busyVerb={<Trans>Trying…</Trans>}
              act={async (reason, idempotencyKey) => {
                const input = { params: { id }, body: { reason } };
                await callOperatorApi('POST /api/operator/jobs/:id/retry', input, { idempotencyKey });
                return successText;
              }}
              onClose={() => setOpen(null)}
            />
          )}
          {isOpen(id, true) && (
            <ActionForm
              title={dismissTitle}
              consequence={dismissConsequence}
              verb={<Trans context="failed job">Dismiss</Trans>}
              busyVerb={<Trans>Dismissing…</Trans>}
              act={async (reason, idempotencyKey) => {
                const input = { params: { id }, body: { reason } };
                await callOperatorApi('POST /api/operator/jobs/:id/dismiss', input, { idempotencyKey });
                return t`It is dismissed.`;
              }}
              onClose={() => setOpen(null)}
            />
          )}
        </>
      )}
    />
  );
};

/** Mails whose last retry failed (BY-06). */
export const FailedMails = (list: ListPart<OperatorWork['failedMails'][number]>) => {
  return (
    <FailedJobs
      label={t`Emails given up`}
      {...list}
      title={<Trans>Send this email again</Trans>}
      successText={t`The email is back in the queue.`}
      dismissTitle={<Trans>Dismiss this email</Trans>}
      dismissConsequence={<Trans>It is not sent any more.</Trans>}
      columns={[
        { head: t`Email`, cell: ({ template }) => labelFor(mailLabels, template) },
        {
          head: t`Customer`,
          cell: ({ accountId, email }) =>
            accountId ? <AccountCell accountId={accountId} email={email} /> : <Trans>No customer any more</Trans>,
        },
        { head: t`Given up`, cell: ({ failedAt }) => <UtcDateTime instant={failedAt} /> },
      ]}
    />
  );
};

/** Replaced cards that the payment provider could still charge, because their removal failed. */
export const FailedDetachments = (list: ListPart<OperatorWork['failedDetachments'][number]>) => {
  return (
    <FailedJobs
      label={t`Replaced cards still at the payment provider`}
      {...list}
      title={<Trans>Remove this card at the payment provider</Trans>}
      successText={t`The removal is back in the queue.`}
      dismissTitle={<Trans>Dismiss the removal of this card</Trans>}
      dismissConsequence={<Trans>The card stays at the payment provider until you remove it there.</Trans>}
      columns={[
        { head: t`Card`, cell: ({ brand, last4 }) => last4 && cardLabel({ brand, last4 }) },
        {
          head: t`Customer`,
          cell: ({ accountId, email }) =>
            accountId ? <AccountCell accountId={accountId} email={email} /> : <Trans>No customer any more</Trans>,
        },
        { head: t`Given up`, cell: ({ failedAt }) => <UtcDateTime instant={failedAt} /> },
      ]}
    />
  );
};

/** Webhook calls to products whose last retry failed (BY-08). */
export const FailedHooks = (list: ListPart<OperatorWork['failedHooks'][number]>) => {
  return (
    <FailedJobs
      label={t`Messages to products given up`}
      {...list}
      title={<Trans>Send this message again</Trans>}
      successText={t`The message is back in the queue.`}
      dismissTitle={<Trans>Dismiss this message</Trans>}
      dismissConsequence={<Trans>The product does not get it.</Trans>}
      columns={[
        { head: t`Product`, cell: ({ product }) => productName(product) },
        { head: t`Customer`, cell: (row) => <AccountCell {...row} /> },
        {
          head: t`Tries`,
          cell: ({ attempts, lastHttpStatus, lastError }) => (
            <>
              {attempts}
              <CellDetail>{lastError ?? lastHttpStatus}</CellDetail>
            </>
          ),
        },
        { head: t`Given up`, cell: ({ failedAt }) => <UtcDateTime instant={failedAt} /> },
      ]}
    />
  );
};
