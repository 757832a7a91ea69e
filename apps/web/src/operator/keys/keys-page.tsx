import type { OperatorVendorKey } from '@foyer/contract/api/operator-keys';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { UtcDateTime } from '../format.tsx';
import { CommandButton, useOperator } from '../operator.tsx';
import { PageHead } from '../page-head.tsx';
import { QueryBoundary } from '../query-boundary.tsx';
import { newKey } from '../shown-once.ts';
import { CellCode, CellDetail, CellName, type Column, Table } from '../table.tsx';
import { useOperatorQuery } from '../use-operator-query.ts';
import { KeyForm } from './key-form.tsx';
import { NewKeyCard } from './new-key-card.tsx';

const revokeCall = 'POST /api/operator/vendor-keys/:id/revoke';

const State = ({ state }: Pick<OperatorVendorKey, 'state'>) => {
  switch (state) {
    case 'live':
      return (
        <Badge tone="ok">
          <Trans context="key">Active</Trans>
        </Badge>
      );
    case 'expired':
      return (
        <Badge tone="warn">
          <Trans context="key">Expired</Trans>
        </Badge>
      );
    case 'revoked':
      return (
        <Badge>
          <Trans context="key">Revoked</Trans>
        </Badge>
      );
    default:
      return state satisfies never;
  }
};

/** Times are lines of one cell, so that the table also fits beside the navigation of a narrow window. */
const columns: readonly Column<OperatorVendorKey>[] = [
  {
    head: t`Key`,
    cell: ({ name, hint }) => (
      <>
        {name}
        <CellCode>{hint}</CellCode>
      </>
    ),
  },
  { head: t`What it may do`, cell: ({ scopes }) => scopes.map((scope) => <CellName key={scope}>{scope}</CellName>) },
  {
    head: t`State`,
    cell: ({ state, expiresAt, revokedAt, lastUsedAt, createdAt, createdBy }) => (
      <>
        <State state={state} />
        <CellDetail>
          {revokedAt !== null ? (
            <UtcDateTime instant={revokedAt} />
          ) : expiresAt === null ? (
            <Trans>Never expires</Trans>
          ) : state === 'live' ? (
            <Trans>
              Until <UtcDateTime instant={expiresAt} />
            </Trans>
          ) : (
            <UtcDateTime instant={expiresAt} />
          )}
        </CellDetail>
        <CellDetail>
          <Trans>Last used</Trans>:{' '}
          {lastUsedAt ? <UtcDateTime instant={lastUsedAt} /> : <Trans context="key">Never</Trans>}
        </CellDetail>
        <CellDetail>
          <Trans>Created</Trans>: <UtcDateTime instant={createdAt} />
          {createdBy !== null && `, ${createdBy}`}
        </CellDetail>
      </>
    ),
  },
];

interface RevokeFormProps {
  vendorKey: OperatorVendorKey;
  onClose: () => void;
}

const RevokeForm = ({ vendorKey: { id, name }, onClose }: RevokeFormProps) => (
  <ActionForm
    title={t`Revoke the key “${name}”`}
    consequence={
      <Trans>
        Its next call is refused, and customers who came by its portal links are signed out. This can't be undone.
      </Trans>
    }
    verb={<Trans>Revoke key</Trans>}
    busyVerb={<Trans>Revoking…</Trans>}
    danger
    act={async (reason, idempotencyKey) => {
      await callOperatorApi(revokeCall, { params: { id }, body: { reason } }, { idempotencyKey });
      return t`The key “${name}” is revoked.`;
    }}
    onClose={onClose}
  />
);

/** Table of the keys. Live ones have a button that revokes them. */
const Keys = ({ keys }: { keys: readonly OperatorVendorKey[] }) => {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table
      label={t`Vendor keys`}
      rows={keys}
      rowKey={({ id }) => id}
      empty={<Trans>No keys were created yet.</Trans>}
      columns={[
        ...columns,
        {
          head: t`What can be done`,
          commands: true,
          cell: ({ id, name, state }) =>
            state !== 'revoked' && (
              <CommandButton size="sm" call={revokeCall} onClick={() => setOpen(id)} aria-label={t`Revoke “${name}”`}>
                <Trans>Revoke</Trans>
              </CommandButton>
            ),
        },
      ]}
      below={(vendorKey) => open === vendorKey.id && <RevokeForm vendorKey={vendorKey} onClose={() => setOpen(null)} />}
    />
  );
};

/** Page of the keys of the vendor's servers (decision 71). A new key is shown once; later only its first and last characters. */
export const KeysPage = () => {
  const [making, setMaking] = useState(false);
  const { id: operatorId } = useOperator();
  const made = newKey.useFor(operatorId);
  const query = useOperatorQuery('GET /api/operator/vendor-keys', undefined);
  return (
    <>
      <PageHead
        tab={t`Vendor keys`}
        title={<Trans>Vendor keys</Trans>}
        about={
          <Trans>
            A server of the vendor needs one for the{' '}
            <a className="link" href="/api/docs">
              vendor API
            </a>
            .
          </Trans>
        }
        actions={
          <CommandButton variant="primary" call="POST /api/operator/vendor-keys" onClick={() => setMaking(true)}>
            <Trans>Create key</Trans>
          </CommandButton>
        }
      />
      {/* after the form has closed, because an open form keeps the focus */}
      {made && !making && (
        <NewKeyCard
          key={made.value.id}
          made={made.value}
          isSaved={made.isSaved}
          onSaved={newKey.markSaved}
          onClose={newKey.remove}
        />
      )}
      {making && <KeyForm onMade={(key) => newKey.store(operatorId, key)} onClose={() => setMaking(false)} />}
      <QueryBoundary query={query} name={t`The keys`}>
        {({ keys }) => <Keys keys={keys} />}
      </QueryBoundary>
    </>
  );
};
