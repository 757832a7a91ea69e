import type { Plan } from '@foyer/contract/api/shapes';
import type { Usage } from '@foyer/contract/api/usage';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';

const usageQuery = queryOptions({
  queryKey: ['subscriptions', 'usage'],
  queryFn: ({ signal }) => call('GET /api/subscription/usage', {}, { signal }),
});

/** Last reported use of the limits of a family. Empty while it loads, after a failure, and without a report. */
export const useUsage = (product: Product): readonly Usage[] => {
  const isReported = config.families.some(({ key, limits }) => key === product && limits.length > 0);
  const { data } = useQuery({ ...usageQuery, enabled: isReported });
  return data?.usage.filter((usage) => usage.product === product) ?? [];
};

interface PlanLimitLineProps {
  product: Product;
  /** Storage of the plan, such as `50 GB`. Null: the plan has no such limit. */
  storage: string | null;
}

/** Storage of the current plan, and what is used of it and of the keys if the product has reported that. */
export const PlanLimitLine = ({ product, storage }: PlanLimitLineProps) => {
  const usage = useUsage(product);
  const [bytes, keys] = (['storage', 'keys'] as const).map((limit) => usage.find((one) => one.limit === limit));
  const used = bytes && formatBytes(bytes.used);
  return (
    <>
      {storage && (
        <>
          {used ? (
            <Trans>
              {used} of {storage} used
            </Trans>
          ) : (
            storage
          )}{' '}
          ·{' '}
        </>
      )}
      {keys && keys.allowed !== null && (
        <>
          <Trans>
            {keys.used} of {keys.allowed} keys used
          </Trans>
          {' · '}
        </>
      )}
    </>
  );
};

/** Number that a plan allows; null if it has no such limit. */
const allowedBy = ({ storageSizeLimit, accessKeyLimit }: Plan['details'], { limit }: Usage): number | null =>
  (limit === 'storage' ? storageSizeLimit : accessKeyLimit)?.value ?? null;

interface UsageAboveProps {
  product: Product;
  /** Limits of the plan that the customer is about to take. */
  gets: Plan['details'];
}

/** Items of the list of losses: what is used now and is more than the new plan allows. */
export const UsageAbove = ({ product, gets }: UsageAboveProps) =>
  useUsage(product).map((usage) => {
    const most = allowedBy(gets, usage);
    if (most === null || usage.used <= most) return null;
    const bytes = formatBytes(usage.used);
    return (
      <li key={usage.limit}>
        {usage.limit === 'storage' ? (
          <Trans>You use {bytes} of storage now, more than the new plan has</Trans>
        ) : (
          <Trans>You use {usage.used} keys now, more than the new plan has</Trans>
        )}
      </li>
    );
  });
