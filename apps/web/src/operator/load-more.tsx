import { Trans } from '@lingui/react/macro';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorText } from './failures.tsx';
import styles from './operator-site.module.css';

/** Pause between two reads of a list with a row that changes soon. */
const MOVING_MS = 2_000;

/**
 * Infinite query of a list that the server returns in pages, each with the cursor of the next.
 * @param isMoving tells that a loaded row changes soon, so that the list is read again every two seconds
 */
export const usePages = <Page extends { nextCursor: string | null }>(
  queryKey: readonly string[],
  read: (query: { cursor?: string }, signal: AbortSignal) => Promise<Page>,
  isMoving: (page: Page) => boolean = () => false,
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(isMoving) ? MOVING_MS : false),
  });

type PageQuery = Pick<
  UseInfiniteQueryResult,
  'error' | 'fetchNextPage' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage'
>;

/**
 * Loads the remaining pages of a list whose first page came with another response. Requests nothing before the operator
 * chooses Show more.
 * @param next cursor after the first page; when it changes, the remaining pages are loaded again
 */
export const useRemainingPages = <Page extends { nextCursor: string | null }>(
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
  const query: PageQuery = { error, fetchNextPage, hasNextPage: more, isFetchNextPageError, isFetchingNextPage };
  return { pages: data?.pages ?? [], more: <LoadMore query={query} /> };
};

interface LoadMoreProps {
  query: PageQuery;
  /** Called before the next page is requested. */
  onMore?: () => void;
}

const focusElement = (element: HTMLElement | null) => element?.focus();

/**
 * Button that loads the next page, with its error. After the last page a sentence that this is all replaces the button and
 * takes its focus.
 */
export const LoadMore = ({ query, onMore }: LoadMoreProps) => {
  const [asked, setAsked] = useState(false);
  return (
    <>
      {query.isFetchNextPageError && (
        <p role="alert" className={styles.bad}>
          <ErrorText error={query.error} />
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
          <p className="muted" tabIndex={-1} ref={focusElement}>
            <Trans>That is all.</Trans>
          </p>
        )
      )}
    </>
  );
};
