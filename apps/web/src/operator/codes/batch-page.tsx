import type { BatchRedemption, CouponBatch } from '@foyer/contract/api/operator-sale';
import type { Reply } from '@foyer/contract/api/routes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import { AccountCell } from '../account-cell.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { labelFor, UtcDateTime } from '../format.tsx';
import { useRemainingPages } from '../load-more.tsx';
import { CommandButton } from '../operator.tsx';
import styles from '../operator-site.module.css';
import { PageHead } from '../page-head.tsx';
import { QueryBoundary } from '../query-boundary.tsx';
import { operatorPaths } from '../routes.ts';
import { redemptionLabels } from '../state-labels.ts';
import { type Column, Table } from '../table.tsx';
import { useOperatorQuery } from '../use-operator-query.ts';
import { BatchBenefit } from './batch-labels.tsx';

const tones = { held: 'warn', applied: 'ok', released: 'plain' } as const;

const columns: readonly Column<BatchRedemption>[] = [
  {
    head: t`Customer`,
    cell: ({ accountId, email }) => <AccountCell accountId={accountId} email={email} />,
  },
  { head: t`Code`, cell: ({ displayCode }) => displayCode ?? <Trans>Still opens something</Trans> },
  { head: t`State`, cell: ({ status }) => <Badge tone={tones[status]}>{labelFor(redemptionLabels, status)}</Badge> },
  { head: t`When`, cell: ({ at }) => <UtcDateTime instant={at} /> },
];

const revokeCall = 'POST /api/operator/coupon-batches/:id/revoke';

const RevokeForm = ({ batch: { id, name }, onClose }: { batch: CouponBatch; onClose: () => void }) => {
  return (
    <ActionForm
      title={t`Take back the codes of ${name}`}
      consequence={
        <Trans>Codes that no one redeemed stop working. What was redeemed stays. This can't be undone.</Trans>
      }
      verb={<Trans>Take back</Trans>}
      busyVerb={<Trans>Taking back…</Trans>}
      danger
      act={async (reason, idempotencyKey) => {
        const input = { params: { id }, body: { reason } };
        const { revoked } = await callOperatorApi(revokeCall, input, { idempotencyKey });
        return t`Codes taken back: ${revoked}`;
      }}
      onClose={onClose}
    />
  );
};

const Batch = (first: Reply<'GET /api/operator/coupon-batches/:id'>) => {
  const [revoking, setRevoking] = useState(false);
  const { batch } = first;
  const name = 'GET /api/operator/coupon-batches/:id/redemptions';
  const rest = useRemainingPages([name, batch.id], first.nextCursor, (query, signal) =>
    callOperatorApi(name, { params: { id: batch.id }, query }, { signal }),
  );
  const { redeemed, count, redeemable } = batch;
  return (
    <>
      <PageHead
        tab={batch.name}
        crumb={
          <Link className={styles.crumb} href={operatorPaths.codes}>
            <Trans>‹ Codes</Trans>
          </Link>
        }
        title={batch.name}
        about={
          <>
            {batch.id} · <BatchBenefit batch={batch} /> ·{' '}
            <Trans>
              {redeemed} of {count} redeemed
            </Trans>{' '}
            · <Trans>{redeemable} can still be redeemed</Trans>
          </>
        }
        actions={
          redeemable > 0 && (
            <CommandButton call={revokeCall} onClick={() => setRevoking(true)}>
              <Trans>Take back</Trans>
            </CommandButton>
          )
        }
      />
      {revoking && <RevokeForm batch={batch} onClose={() => setRevoking(false)} />}
      <Table
        label={t`Redemptions`}
        columns={columns}
        rows={[first, ...rest.pages].flatMap(({ redemptions }) => redemptions)}
        inAll={first.redemptionsInAll}
        more={rest.more}
        rowKey={({ id }) => id}
        empty={<Trans>No one has redeemed any of these yet.</Trans>}
      />
    </>
  );
};

/** Page of a batch of codes with each redemption (OP-03). */
export const BatchPage = ({ id }: { id: string }) => {
  const query = useOperatorQuery('GET /api/operator/coupon-batches/:id', { params: { id } });
  return (
    <QueryBoundary query={query} name={t`This batch`}>
      {(found) => <Batch {...found} />}
    </QueryBoundary>
  );
};
