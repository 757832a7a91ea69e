import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { Retry } from '../ui/retry.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './operator-site.module.css';
import { Why } from './why.tsx';

const BONES = ['first', 'second', 'third'] as const;

/** What is not there yet, named for who hears it. */
export const Waiting = ({ name }: { name: string }) => (
  <Card pad aria-busy="true" className={styles.waiting}>
    <p className="sr" role="status">
      <Trans>{name}: loading</Trans>
    </p>
    {BONES.map((bone) => (
      <Skeleton key={bone} height={20} />
    ))}
  </Card>
);

interface RegionProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Names the block for who hears it waiting or failing. */
  name: string;
  children: (data: Data) => ReactNode;
}

/** The faces of a block that the server fills: waiting, refused with a retry, there. What is empty says so itself. */
export const Region = <Data,>({ query, name, children }: RegionProps<Data>) => {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error && !query.isFetching)
    return (
      <Retry title={<Trans>{name} can't be shown</Trans>} onRetry={() => void query.refetch()}>
        <Why error={query.error} />
      </Retry>
    );
  return <Waiting name={name} />;
};
