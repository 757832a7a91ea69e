import { Trans } from '@lingui/react/macro';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './operator-site.module.css';
import { Why } from './why.tsx';

/** A list that is read a page at a time, each behind the one before. */
export const usePages = <Page extends { nextCursor: string | null }>(
  queryKey: readonly string[],
  read: (query: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

type Going = Pick<
  UseInfiniteQueryResult,
  'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
>;

/**
 * The rest of a list whose first part came with its page: nothing is asked for before somebody wants more. `next` is where
 * the first part ended; where it ends elsewhere by now, the rest begins anew.
 */
export const useRest = <Page extends { nextCursor: string | null }>(
  queryKey: readonly string[],
  next: string | null,
  read: (query: { cursor: string }, signal: AbortSignal) => Promise<Page>,
) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchNextPageError, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...queryKey, next],
    queryFn: ({ pageParam, signal }) => read({ cursor: pageParam }, signal),
    initialPageParam: next ?? '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: ({ state }) => state.data !== undefined,
  });
  const more = data ? hasNextPage : next !== null;
  const query: Going = { error, fetchNextPage, hasNextPage: more, isFetchNextPageError, isFetchingNextPage };
  return { pages: data?.pages ?? [], more: <More query={query} /> };
};

interface MoreProps {
  query: Going;
  /** Before the next page is asked for. */
  onMore?: () => void;
}

const focus = (element: HTMLElement | null) => element?.focus();

/**
 * The way to the next page, where there is one, and why it did not come. With the last page the button goes: the focus that
 * it had stays here, with a word that this is all.
 */
export const More = ({ query, onMore }: MoreProps) => {
  const [asked, setAsked] = useState(false);
  return (
    <>
      {query.isFetchNextPageError && (
        <p role="alert" className={styles.bad}>
          <Why error={query.error} />
        </p>
      )}
      {query.hasNextPage ? (
        <p>
          <Button
            size="sm"
            busy={query.isFetchingNextPage}
            busyLabel={<Trans>Loading…</Trans>}
            onClick={() => {
              setAsked(true);
              onMore?.();
              void query.fetchNextPage();
            }}
          >
            <Trans>Show more</Trans>
          </Button>
        </p>
      ) : (
        asked && (
          <p className="muted" tabIndex={-1} ref={focus}>
            <Trans>That is all.</Trans>
          </p>
        )
      )}
    </>
  );
};
