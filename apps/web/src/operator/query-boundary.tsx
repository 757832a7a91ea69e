import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Retry } from '../ui/retry.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ErrorText } from './failures.tsx';
import styles from './operator-site.module.css';

const SKELETON_LINES = ['first', 'second', 'third'] as const;

/** Placeholder card. Screen readers read its name. */
export const LoadingCard = ({ name }: { name: string }) => (
  <Card pad aria-busy="true" className={styles.waiting}>
    <p className="sr" role="status">
      <Trans>{name}: loading</Trans>
    </p>
    {SKELETON_LINES.map((line) => (
      <Skeleton key={line} height={20} />
    ))}
  </Card>
);

interface QueryBoundaryProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Name of the block for screen readers and for the error. */
  name: string;
  children: (data: Data) => ReactNode;
}

/** Shows a query as a placeholder, as an error with a Retry button, or as its data. Children handle empty data. */
export const QueryBoundary = <Data,>({ query, name, children }: QueryBoundaryProps<Data>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error && !query.isFetching)
    return (
      <Retry title={<Trans>{name} can't be shown</Trans>} onRetry={() => void query.refetch()}>
        {navigator.onLine && <ErrorText error={query.error} />}
      </Retry>
    );
  return <LoadingCard name={name} />;
};
