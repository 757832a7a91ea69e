import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Retry } from '../../../ui/retry.tsx';
import styles from './overdue-notice.module.css';

type Asked = Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;

/** Stands where an open payment would be paid, when nobody could say whether there is one. */
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
