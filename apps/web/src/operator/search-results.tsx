import type { FoundCustomer } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '../ui/badge.tsx';
import { AccountCell } from './account-cell.tsx';
import { labelFor } from './format.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { foundByLabels } from './state-labels.ts';
import { type Column, Table } from './table.tsx';
import { useOperatorQuery } from './use-operator-query.ts';

/** Badges for each state of a customer that needs attention. */
export const StatusBadges = ({
  status,
  exportStatus,
  overdue,
}: Pick<FoundCustomer, 'status' | 'exportStatus' | 'overdue'>) => (
  <>
    {status === 'closed' && (
      <Badge>
        <Trans>Closed</Trans>
      </Badge>
    )}{' '}
    {exportStatus === 'pending' && (
      <Badge tone="warn">
        <Trans>Export review</Trans>
      </Badge>
    )}{' '}
    {exportStatus === 'denied' && (
      <Badge tone="bad">
        <Trans>Export denied</Trans>
      </Badge>
    )}{' '}
    {overdue && (
      <Badge tone="bad">
        <Trans>Overdue</Trans>
      </Badge>
    )}
  </>
);

const columns: readonly Column<FoundCustomer>[] = [
  {
    head: t`Customer`,
    cell: ({ accountId, name, email }) => <AccountCell accountId={accountId} name={name} email={email} />,
  },
  { head: t`Email`, cell: ({ email }) => email ?? <Trans>None</Trans> },
  { head: t`Company`, cell: ({ organization }) => organization ?? <Trans>None</Trans> },
  { head: t`State`, cell: (found) => <StatusBadges {...found} /> },
  { head: t`Found by`, cell: ({ by }) => labelFor(foundByLabels, by) },
];

/** Customers that the server found for a text. */
export const SearchResults = ({ typed }: { typed: string }) => {
  const query = useOperatorQuery('POST /api/operator/customers/search', { body: { q: typed } });
  return (
    <QueryBoundary query={query} name={t`The search`}>
      {({ customers, more }) => (
        <>
          <p className="sr" role="status">
            <Trans>{customers.length} found</Trans>
          </p>
          <Table
            label={t`Customers found`}
            columns={columns}
            rows={customers}
            rowKey={({ accountId }) => accountId}
            empty={<Trans>No one was found. Search for an email by its beginning, and for a code in full.</Trans>}
          />
          {more && (
            <p className="muted">
              <Trans>There are more. Type more of it.</Trans>
            </p>
          )}
        </>
      )}
    </QueryBoundary>
  );
};
