import type { Review } from '@foyer/contract/api/operator-customers';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide';
import { Badge } from '../ui/badge.tsx';
import { Empty } from '../ui/empty.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { AccountCell } from './account-cell.tsx';
import { callOperatorApi } from './call.ts';
import { labelFor, UtcDateTime } from './format.tsx';
import { LoadMore, usePages } from './load-more.tsx';
import { PageHead } from './page-head.tsx';
import { QueryBoundary } from './query-boundary.tsx';
import { reviewReasonLabels } from './record-labels.ts';
import { ReviewCard } from './review-card.tsx';
import { reviewStatusLabels } from './state-labels.ts';
import { type Column, ShownOfTotal, Table } from './table.tsx';

const decided: readonly Column<Review>[] = [
  {
    head: t`Customer`,
    cell: ({ accountId, name, email }) => <AccountCell accountId={accountId} name={name} email={email} />,
  },
  { head: t`Opened`, cell: ({ openedAt }) => <UtcDateTime instant={openedAt} /> },
  { head: t`Why`, cell: ({ reason }) => labelFor(reviewReasonLabels, reason) },
  {
    head: t`Answer`,
    cell: ({ status }) => (
      <Badge tone={status === 'cleared' ? 'ok' : 'bad'}>{labelFor(reviewStatusLabels, status)}</Badge>
    ),
  },
];

const allOf = (pages: readonly { reviews: Review[] }[]) => pages.flatMap(({ reviews }) => reviews);

const useReviews = (status: 'pending' | 'decided') => {
  const name = 'GET /api/operator/reviews';
  return usePages([name, status], (query, signal) =>
    callOperatorApi(name, { query: { status, ...query } }, { signal }),
  );
};

/** Page of the export reviews: pending ones, oldest first, then decided ones (EX-01, OP-02). */
export const ReviewsPage = () => {
  const waiting = useReviews('pending');
  const done = useReviews('decided');
  return (
    <>
      <PageHead
        tab={t`Export reviews`}
        title={<Trans>Export reviews</Trans>}
        about={<Trans>Oldest first. An answer is promised within U.S. business days.</Trans>}
      />
      <QueryBoundary query={waiting} name={t`Export reviews`}>
        {({ pages }) => {
          const reviews = allOf(pages);
          return reviews.length === 0 ? (
            <Empty icon={ShieldCheck} title={<Trans>No review waits</Trans>} />
          ) : (
            <>
              {reviews.map((review) => (
                <ReviewCard key={review.id} review={review} withName />
              ))}
              <ShownOfTotal shown={reviews.length} inAll={pages[0]?.inAll ?? 0} />
              <LoadMore query={waiting} />
            </>
          );
        }}
      </QueryBoundary>
      <section>
        <SectionHead>
          <Trans>Decided</Trans>
        </SectionHead>
        <QueryBoundary query={done} name={t`Decided reviews`}>
          {({ pages }) => (
            <Table
              label={t`Decided reviews`}
              columns={decided}
              rows={allOf(pages)}
              inAll={pages[0]?.inAll ?? 0}
              more={<LoadMore query={done} />}
              rowKey={({ id }) => id}
              empty={<Trans>No decisions yet.</Trans>}
            />
          )}
        </QueryBoundary>
      </section>
    </>
  );
};
