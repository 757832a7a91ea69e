import type { BatchRedemption, CouponBatch } from '@foyer/contract/api/operator-sale';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '../../ui/badge.tsx';
import { Link } from '../../ui/link.tsx';
import styles from '../console.module.css';
import { PageHead } from '../page-head.tsx';
import { places } from '../places.ts';
import { Region } from '../region.tsx';
import { type Column, Sub, Table } from '../table.tsx';
import { useConsoleQuery } from '../use-console-query.ts';
import { inWords, Moment } from '../words.tsx';
import { Gives } from './batch-words.tsx';

const tones = { held: 'warn', applied: 'ok', released: 'plain' } as const;

const columns: readonly Column<BatchRedemption>[] = [
  {
    head: <Trans>Customer</Trans>,
    cell: ({ accountId, email }) => (
      <>
        <Link className="link" href={places.customer(accountId)}>
          {email ?? accountId}
        </Link>
        <Sub>{accountId}</Sub>
      </>
    ),
  },
  { head: <Trans>Code</Trans>, cell: ({ displayCode }) => displayCode ?? <Trans>Still opens something</Trans> },
  { head: <Trans>State</Trans>, cell: ({ status }) => <Badge tone={tones[status]}>{inWords(status)}</Badge> },
  { head: <Trans>When</Trans>, cell: ({ at }) => <Moment instant={at} /> },
];

const Batch = ({ batch, redemptions }: { batch: CouponBatch; redemptions: readonly BatchRedemption[] }) => {
  const { t } = useLingui();
  const { redeemed, count } = batch;
  return (
    <>
      <PageHead
        tab={batch.name}
        crumb={
          <Link className={styles.crumb} href={places.codes}>
            <Trans>‹ Codes</Trans>
          </Link>
        }
        title={batch.name}
        about={
          <>
            {batch.id} · <Gives batch={batch} /> ·{' '}
            <Trans>
              {redeemed} of {count} redeemed
            </Trans>
          </>
        }
      />
      <Table
        label={t`Redemptions`}
        columns={columns}
        rows={redemptions}
        rowKey={({ id }) => id}
        empty={<Trans>Nobody redeemed one of these yet.</Trans>}
      />
    </>
  );
};

/** Who redeemed what of a batch (OP-03). */
export const BatchPage = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const query = useConsoleQuery('GET /api/operator/coupon-batches/:id', { params: { id } });
  return (
    <Region query={query} name={t`This batch`}>
      {({ batch, redemptions }) => <Batch batch={batch} redemptions={redemptions} />}
    </Region>
  );
};
