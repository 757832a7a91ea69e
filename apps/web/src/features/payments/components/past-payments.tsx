import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide';
import { type Ref, useState } from 'react';
import { checkFailureOf } from '../../../lib/failure.ts';
import { readFailures } from '../../../shared/failures/account-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { RECEIPTS_PER_PAGE, receiptsQuery } from '../queries/receipts.ts';
import styles from './receipts-table.module.css';
import { ReceiptsTable } from './receipts-table.tsx';

const FIRST = 5;
const ROW_PX = 52;
const HEAD_PX = 37;

const moreFailures = readFailures(<Trans>The next payments didn't load. Try again.</Trans>);

interface PastPaymentsProps {
  headingRef?: Ref<HTMLHeadingElement>;
  /** Shows a placeholder, because a notice may still appear above the list. */
  waits: boolean;
}

/** Past receipts. Shows five at first and up to ten more with each Show More, whose label has the number (PY-02). */
export const PastPayments = ({ headingRef, waits }: PastPaymentsProps) => {
  const query = useInfiniteQuery(receiptsQuery);
  const [wanted, setWanted] = useState(FIRST);
  const loaded = query.data?.pages.flatMap(({ receipts }) => receipts) ?? [];
  const shown = loaded.slice(0, wanted);
  const more = query.hasNextPage || loaded.length > shown.length;
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const coming = Math.min(RECEIPTS_PER_PAGE, total - shown.length);

  const showMore = async (pressed: HTMLElement) => {
    const next = shown.length + RECEIPTS_PER_PAGE;
    if (next > loaded.length && query.hasNextPage) {
      const { isFetchNextPageError } = await query.fetchNextPage();
      if (isFetchNextPageError) return;
    }
    // The button disappears with the last receipts, so the heading takes its focus.
    if (next >= total && document.activeElement === pressed)
      document.getElementById('past-payments')?.focus({ preventScroll: true });
    setWanted(next);
  };

  return (
    // The key makes a new element, so that the placeholder does not animate.
    <section key={String(waits)} aria-labelledby="past-payments">
      <SectionHead
        id="past-payments"
        aside={<StaleDataNote of={query} />}
        {...(headingRef && !waits && { headingRef })}
      >
        <Trans>Past payments</Trans>
      </SectionHead>
      {query.isPending || waits ? (
        <Card>
          <span className="sr" role="status">
            <Trans>Loading past payments…</Trans>
          </span>
          <CardSkeleton height={HEAD_PX + FIRST * ROW_PX} />
        </Card>
      ) : query.isError && loaded.length === 0 ? (
        <Retry title={<Trans>We're having trouble retrieving past payments.</Trans>} of={query}>
          <Trans>They are safe; only this list didn't load.</Trans>
        </Retry>
      ) : loaded.length === 0 ? (
        <Empty icon={ReceiptText} title={<Trans>No past payments</Trans>}>
          <Trans>Receipts show up here after your first payment.</Trans>
        </Empty>
      ) : (
        <Card clip>
          <ReceiptsTable receipts={shown} />
          {more && (
            <div className={styles.more}>
              <Button
                size="sm"
                variant="quiet"
                onClick={({ currentTarget }) => void showMore(currentTarget)}
                busy={query.isFetchingNextPage}
                busyLabel={<Trans>Loading…</Trans>}
              >
                <Trans>Show More</Trans> {coming > 0 && `(${coming})`}
              </Button>
              {query.isFetchNextPageError && (
                <p className={styles.error} role="alert">
                  <FailureText of={checkFailureOf(query.error)} context={moreFailures} />
                </p>
              )}
            </div>
          )}
        </Card>
      )}
      <p className="sr" aria-live="polite">
        {shown.length > FIRST && <Plural value={shown.length} one="# payment shown" other="# payments shown" />}
      </p>
    </section>
  );
};
