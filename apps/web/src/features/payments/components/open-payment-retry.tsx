import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Retry } from '../../../ui/retry.tsx';
import styles from './overdue-notice.module.css';

type Asked = Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;

/** Error with a Retry button, shown instead of the open payment when the receipts or the account did not load. */
export const OpenPaymentRetry = ({ queries }: { queries: readonly Asked[] }) => (
  <div className={styles.notice}>
    <Retry
      title={<Trans>We're having trouble retrieving your open payments.</Trans>}
      onRetry={() => {
        for (const query of queries) if (query.isError) void query.refetch();
      }}
      busy={queries.some(({ isFetching }) => isFetching)}
    >
      <Trans>Nothing changed; only this part didn't load.</Trans>
    </Retry>
  </div>
);
