import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyNamed } from '../lib/lazy-named.ts';
import { PageHead } from './page-head.tsx';
import { LoadingCard } from './query-boundary.tsx';
import { useSearchText } from './search.ts';

// on demand, because tables and the labels of all records would be in the first files of the site
const Queue = lazyNamed(async () => (await import('./queue.tsx')).Queue);
const Charts = lazyNamed(async () => (await import('./charts.tsx')).Charts);
const SearchResults = lazyNamed(async () => (await import('./search-results.tsx')).SearchResults);

/** Queue of what needs an operator, and the search for customers by email, id, receipt number, card digits or code (OP-02). */
export const SearchPage = () => {
  const typed = useSearchText();
  return (
    <>
      <PageHead
        tab={t`Customers`}
        title={<Trans>Customers</Trans>}
        about={<Trans>Search by email, account or user id, receipt number, the last four of a card, or a code.</Trans>}
      />
      <Suspense fallback={<LoadingCard name={t`Customers`} />}>
        {typed ? (
          <SearchResults key={typed} typed={typed} />
        ) : (
          <>
            <Queue />
            <Charts />
          </>
        )}
      </Suspense>
    </>
  );
};
