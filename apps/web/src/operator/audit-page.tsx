import type { AuditEntry } from '@foyer/contract/api/operator';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { cx } from '../ui/cx.ts';
import { Link } from '../ui/link.tsx';
import { callOperatorApi } from './call.ts';
import { labelFor, UtcDateTime } from './format.tsx';
import { LoadMore, usePages } from './load-more.tsx';
import styles from './operator-site.module.css';
import { PageHead } from './page-head.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { actionLabels, subjectLabels } from './record-labels.ts';
import { operatorPaths } from './routes.ts';
import { CellCode, type Column, Table } from './table.tsx';

const columns: readonly Column<AuditEntry>[] = [
  { head: t`When`, cell: ({ at }) => <UtcDateTime instant={at} /> },
  // Names and ids break anywhere. Otherwise they would leave no width to the reason.
  { head: t`Who`, cell: ({ actor }) => <span className={styles.wrapped}>{actor}</span> },
  {
    head: t`What`,
    cell: ({ action, subjectType, subjectId }) => (
      <>
        {labelFor(actionLabels, action)}
        <CellCode>{subjectId ?? labelFor(subjectLabels, subjectType)}</CellCode>
      </>
    ),
  },
  {
    head: t`Customer`,
    cell: ({ accountId }) =>
      accountId ? (
        <Link className={cx('link', styles.wrapped)} href={operatorPaths.customer(accountId)}>
          {accountId}
        </Link>
      ) : (
        <Trans>None</Trans>
      ),
  },
  { head: t`Reason`, cell: ({ reason }) => <span className={cx(styles.wrapped, styles.breaks)}>{reason}</span> },
];

/** Page of the audit trail: commands of operators with their reasons, newest first (OP-01). */
export const AuditPage = () => {
  const name = 'GET /api/operator/audit';
  const query = usePages([name], (query, signal) => callOperatorApi(name, { query }, { signal }));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <PageHead
        tab={t`Audit trail`}
        title={<Trans>Audit trail</Trans>}
        about={<Trans>What operators did and why. Nothing here can be changed.</Trans>}
      />
      <QueryBoundary query={query} name={t`The audit trail`}>
        {() => (
          <>
            <Table
              label={t`Audit trail`}
              columns={columns}
              rows={entries}
              rowKey={({ id }) => id}
              empty={<Trans>Nothing has been done yet.</Trans>}
            />
            <LoadMore query={query} />
          </>
        )}
      </QueryBoundary>
    </>
  );
};
