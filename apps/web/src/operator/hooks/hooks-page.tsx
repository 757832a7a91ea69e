import type { HookEndpoint, OperatorHook } from '@foyer/contract/api/operator-hooks';
import { hookStatuses } from '@foyer/contract/vocabulary/hook-words';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from '../../ui/link.tsx';
import { AccountCell } from '../account-cell.tsx';
import { ActionForm } from '../action-form.tsx';
import { callOperatorApi } from '../call.ts';
import { BoundedCount, productName, UtcDateTime } from '../format.tsx';
import { LoadMore, usePages } from '../load-more.tsx';
import { CommandButton } from '../operator.tsx';
import { PageHead } from '../page-head.tsx';
import { QueryBoundary } from '../query-boundary.tsx';
import { operatorPaths } from '../routes.ts';
import { SelectField } from '../select-field.tsx';
import { CellCode, CellDetail, type Column, Table } from '../table.tsx';
import { useOperatorQuery } from '../use-operator-query.ts';
import { HookAnswer, HookStatus, statusLabels, typeLabels } from './hook-labels.tsx';
import styles from './hooks.module.css';

const testCall = 'POST /api/operator/hook-endpoints/:id/test';

interface TestFormProps {
  product: string;
  onClose: () => void;
}

const TestForm = ({ product, onClose }: TestFormProps) => (
  <ActionForm
    title={<Trans>Send a test to {productName(product)}</Trans>}
    consequence={
      <Trans>The product gets a signed message of the type webhook.test, about no customer. It has one attempt.</Trans>
    }
    verb={<Trans>Send a test</Trans>}
    busyVerb={<Trans>Sending…</Trans>}
    act={async (reason, idempotencyKey) => {
      await callOperatorApi(testCall, { params: { id: product }, body: { reason } }, { idempotencyKey });
      return t`The test is in the queue. Its answer appears in the list below.`;
    }}
    onClose={onClose}
  />
);

const Endpoints = ({ endpoints }: { endpoints: readonly HookEndpoint[] }) => {
  const [testing, setTesting] = useState<string | null>(null);
  return (
    <Table
      label={t`Endpoints`}
      rows={endpoints}
      rowKey={({ product }) => product}
      empty={<Trans>No product has an endpoint. The settings PRODUCT_HOOKS and PRODUCT_HOOK_SECRET name them.</Trans>}
      columns={[
        {
          head: t`Product`,
          cell: ({ product, address }) => (
            <>
              {productName(product)}
              <CellCode>{address}</CellCode>
            </>
          ),
        },
        { head: t`Given up`, figures: true, cell: ({ failed }) => <BoundedCount inAll={failed} /> },
        {
          head: t`What can be done`,
          commands: true,
          cell: ({ product }) => (
            <CommandButton size="sm" call={testCall} onClick={() => setTesting(product)}>
              <Trans>Send a test</Trans>
            </CommandButton>
          ),
        },
      ]}
      below={({ product }) => testing === product && <TestForm product={product} onClose={() => setTesting(null)} />}
    />
  );
};

const columns: readonly Column<OperatorHook>[] = [
  {
    head: t`Message`,
    cell: ({ id, type, product }) => (
      <>
        <Link className="link" href={operatorPaths.hook(id)}>
          {typeLabels[type]}
        </Link>
        <CellCode>
          {productName(product)} · {id}
        </CellCode>
      </>
    ),
  },
  {
    head: t`Customer`,
    cell: ({ accountId, email }) =>
      accountId === null ? <Trans>None: a test</Trans> : <AccountCell accountId={accountId} email={email} />,
  },
  { head: t`Created`, cell: ({ createdAt }) => <UtcDateTime instant={createdAt} /> },
  {
    head: t`State`,
    cell: ({ status, nextAttemptAt }) => (
      <>
        <HookStatus status={status} />
        {nextAttemptAt !== null && (
          <CellDetail>
            <Trans>
              Next: <UtcDateTime instant={nextAttemptAt} />
            </Trans>
          </CellDetail>
        )}
      </>
    ),
  },
  {
    head: t`Attempts`,
    figures: true,
    cell: ({ attempts, lastHttpStatus, lastError }) => (
      <>
        {attempts}
        <CellDetail>
          <HookAnswer httpStatus={lastHttpStatus} error={lastError} />
        </CellDetail>
      </>
    ),
  },
];

/** The operator waits for the answer to a test. */
const isTestOnItsWay = ({ type, status }: OperatorHook): boolean => type === 'webhook.test' && status === 'waiting';

/** Page of the messages to products: endpoints, and what was sent, answered and retried (BY-08, decision 81). */
export const HooksPage = () => {
  const [product, setProduct] = useState('');
  const [status, setStatus] = useState('');
  const endpoints = useOperatorQuery('GET /api/operator/hook-endpoints', undefined);
  const name = 'GET /api/operator/hooks';
  const chosen = hookStatuses.find((each) => each === status);
  const read = (page: { cursor?: string }, signal: AbortSignal) =>
    callOperatorApi(
      name,
      { query: { ...page, ...(product && { product }), ...(chosen && { status: chosen }) } },
      { signal },
    );
  const query = usePages([name, product, status], read, ({ hooks }) => hooks.some(isTestOnItsWay));
  return (
    <>
      <PageHead
        tab={t`Webhooks`}
        title={<Trans>Webhooks</Trans>}
        about={
          <Trans>
            Messages to products, for 30 days. How a product verifies them: <code>examples/webhooks</code>, in Node,
            Python, PHP and with openssl.
          </Trans>
        }
      />
      <QueryBoundary query={endpoints} name={t`The endpoints`}>
        {(found) => <Endpoints {...found} />}
      </QueryBoundary>
      <div className={styles.filters}>
        <SelectField label={<Trans>Product</Trans>} value={product} onValue={setProduct}>
          <option value="">{t`All products`}</option>
          {endpoints.data?.endpoints.map((endpoint) => (
            <option key={endpoint.product} value={endpoint.product}>
              {productName(endpoint.product)}
            </option>
          ))}
        </SelectField>
        <SelectField label={<Trans>State</Trans>} value={status} onValue={setStatus}>
          <option value="">{t`All states`}</option>
          {hookStatuses.map((each) => (
            <option key={each} value={each}>
              {statusLabels[each]}
            </option>
          ))}
        </SelectField>
      </div>
      <QueryBoundary query={query} name={t`The messages`}>
        {({ pages }) => (
          <>
            <Table
              label={t`Messages`}
              columns={columns}
              rows={pages.flatMap(({ hooks }) => hooks)}
              rowKey={({ id }) => id}
              empty={<Trans>There are no such messages.</Trans>}
            />
            <LoadMore query={query} />
          </>
        )}
      </QueryBoundary>
    </>
  );
};
