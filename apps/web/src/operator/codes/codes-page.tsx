import type { CouponBatch } from '@foyer/contract/api/operator-sale';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { DateText } from '../../ui/date.tsx';
import { Link } from '../../ui/link.tsx';
import { callOperatorApi } from '../call.ts';
import { LoadMore, usePages } from '../load-more.tsx';
import { CommandButton, useOperator } from '../operator.tsx';
import { PageHead } from '../page-head.tsx';
import { QueryBoundary } from '../query-boundary.tsx';
import { operatorPaths } from '../routes.ts';
import { newBatch } from '../shown-once.ts';
import { CellDetail, type Column, Table } from '../table.tsx';
import { BatchForm } from './batch-form.tsx';
import { BatchBenefit, BatchTypeLabel } from './batch-labels.tsx';
import { NewCodes } from './new-codes.tsx';

const columns: readonly Column<CouponBatch>[] = [
  {
    head: t`Batch`,
    cell: ({ id, name }) => (
      <>
        <Link className="link" href={operatorPaths.batch(id)}>
          {name}
        </Link>
        <CellDetail>{id}</CellDetail>
      </>
    ),
  },
  { head: t`Type`, cell: ({ type }) => <BatchTypeLabel type={type} /> },
  { head: t`Gives`, cell: (batch) => <BatchBenefit batch={batch} /> },
  {
    head: t`Valid until`,
    cell: ({ validTo }) => (validTo ? <DateText instant={validTo} /> : <Trans>No end</Trans>),
  },
  { head: t`Codes`, figures: true, cell: ({ count }) => count },
  { head: t`Redeemed`, figures: true, cell: ({ redeemed }) => redeemed },
];

/** Page of the batches of codes (OP-03). New codes are shown once; later only their redemptions. */
export const CodesPage = () => {
  const [making, setMaking] = useState(false);
  const { id: operatorId } = useOperator();
  const made = newBatch.useFor(operatorId);
  const name = 'GET /api/operator/coupon-batches';
  const query = usePages([name], (query, signal) => callOperatorApi(name, { query }, { signal }));
  return (
    <>
      <PageHead
        tab={t`Codes`}
        title={<Trans>Codes</Trans>}
        about={<Trans>Codes are shown once and can't be viewed again.</Trans>}
        actions={
          <CommandButton variant="primary" call="POST /api/operator/coupon-batches" onClick={() => setMaking(true)}>
            <Trans>Make codes</Trans>
          </CommandButton>
        }
      />
      {/* after the form has closed, because an open form keeps the focus */}
      {made && !making && (
        <NewCodes
          key={made.value.batchId}
          made={made.value}
          isSaved={made.isSaved}
          onSaved={newBatch.markSaved}
          onClose={newBatch.remove}
        />
      )}
      {making && <BatchForm onMade={(batch) => newBatch.store(operatorId, batch)} onClose={() => setMaking(false)} />}
      <QueryBoundary query={query} name={t`The batches`}>
        {({ pages }) => (
          <>
            <Table
              label={t`Batches`}
              columns={columns}
              rows={pages.flatMap(({ batches }) => batches)}
              rowKey={({ id }) => id}
              empty={<Trans>No codes were made yet.</Trans>}
            />
            <LoadMore query={query} />
          </>
        )}
      </QueryBoundary>
    </>
  );
};
