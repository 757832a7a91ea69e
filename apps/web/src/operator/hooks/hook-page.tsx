import type { HookAttemptView } from '@foyer/contract/api/operator-hooks';
import type { Reply } from '@foyer/contract/api/routes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { AccountCell } from '../account-cell.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { productName, UtcDateTime } from '../format.tsx';
import { CommandButton } from '../operator.tsx';
import siteStyles from '../operator-site.module.css';
import { PageHead } from '../page-head.tsx';
import { QueryBoundary } from '../query-boundary.tsx';
import { operatorPaths } from '../routes.ts';
import { type Column, Table } from '../table.tsx';
import { useOperatorQuery } from '../use-operator-query.ts';
import { HookAnswer, HookStatus, typeLabels } from './hook-labels.tsx';
import styles from './hooks.module.css';

const resendCall = 'POST /api/operator/hooks/:id/resend';

const columns: readonly Column<HookAttemptView>[] = [
  { head: t`Attempt`, cell: ({ number }) => number },
  { head: t`When`, cell: ({ at }) => <UtcDateTime instant={at} /> },
  { head: t`Result`, cell: (attempt) => <HookAnswer {...attempt} /> },
  { head: t`Duration`, figures: true, cell: ({ durationMs }) => <span className="nowrap">{durationMs} ms</span> },
  {
    head: t`Beginning of the answer`,
    cell: ({ answer }) => (answer ? <code className={styles.answer}>{answer}</code> : <Trans>Nothing</Trans>),
  },
];

const ResendForm = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <ActionForm
    title={<Trans>Send this message again</Trans>}
    consequence={<Trans>The product gets it with the same id and content, so it can ignore a repetition.</Trans>}
    verb={<Trans>Send again</Trans>}
    busyVerb={<Trans>Sending…</Trans>}
    act={async (reason, idempotencyKey) => {
      await callOperatorApi(resendCall, { params: { id }, body: { reason } }, { idempotencyKey });
      return t`The message is back in the queue.`;
    }}
    onClose={onClose}
  />
);

const Hook = ({ hook, payload, attempts }: Reply<'GET /api/operator/hooks/:id'>) => {
  const [sending, setSending] = useState(false);
  const { id, accountId, email, status, nextAttemptAt } = hook;
  return (
    <>
      <PageHead
        tab={id}
        crumb={
          <Link className={siteStyles.crumb} href={operatorPaths.hooks}>
            <Trans>‹ Webhooks</Trans>
          </Link>
        }
        title={
          <>
            {typeLabels[hook.type]} <HookStatus status={status} />
          </>
        }
        about={
          <>
            {productName(hook.product)} · {hook.type} · {id}
          </>
        }
        actions={
          status !== 'waiting' && (
            <CommandButton call={resendCall} onClick={() => setSending(true)}>
              <Trans>Send again</Trans>
            </CommandButton>
          )
        }
      />
      {sending && <ResendForm id={id} onClose={() => setSending(false)} />}
      <Card pad>
        <dl className={siteStyles.facts}>
          <div>
            <dt>
              <Trans>Customer</Trans>
            </dt>
            <dd>
              {accountId === null ? <Trans>None: a test</Trans> : <AccountCell accountId={accountId} email={email} />}
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Created</Trans>
            </dt>
            <dd>
              <UtcDateTime instant={hook.createdAt} />
            </dd>
          </div>
          {status === 'waiting' && (
            <div>
              <dt>
                <Trans>Next attempt</Trans>
              </dt>
              <dd>{nextAttemptAt ? <UtcDateTime instant={nextAttemptAt} /> : <Trans>Now</Trans>}</dd>
            </div>
          )}
        </dl>
      </Card>
      <Table
        label={t`Attempts`}
        columns={columns}
        rows={attempts}
        inAll={hook.attempts}
        rowKey={({ number }) => `${number}`}
        empty={<Trans>It hasn't been sent yet, or its attempts are older than 30 days.</Trans>}
      />
      <details className={siteStyles.fold}>
        <summary>
          <Trans>Content</Trans>
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
        <pre className={styles.payload} tabIndex={0}>
          {JSON.stringify(payload, null, 2)}
        </pre>
      </details>
    </>
  );
};

/** Page of a message to a product: its attempts and its content (BY-08). */
export const HookPage = ({ id }: { id: string }) => {
  const query = useOperatorQuery('GET /api/operator/hooks/:id', { params: { id } });
  return (
    <QueryBoundary query={query} name={t`This message`}>
      {(found) => <Hook {...found} />}
    </QueryBoundary>
  );
};
