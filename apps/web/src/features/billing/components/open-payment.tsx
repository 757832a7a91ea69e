import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { accountQuery } from '../../../lib/queries/account.ts';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { oldestFirst, processingCents } from '../model/open-receipts.ts';
import { receiptsQuery } from '../queries/receipts.ts';
import styles from './overdue-notice.module.css';
import { PayOpen } from './pay-open.tsx';

/** The one notice of the page: the oldest receipt that waits for money, overdue ones first; else what is under way. */
export const OpenPayment = () => {
  const { data: pages } = useInfiniteQuery(receiptsQuery);
  const { data: account } = useQuery(accountQuery);
  if (!pages || !account) return null;
  const receipts = pages.pages.flatMap((page) => page.receipts);
  const open = oldestFirst(receipts);
  const first = open.find(({ status }) => status === 'Unpaid') ?? open[0];
  const underWayCents = processingCents(receipts);
  return (
    <>
      <PayOpen shown={first} receipts={open} account={account} />
      {!first && underWayCents > 0 && (
        <div className={styles.notice}>
          <Notice
            title={
              <Trans>
                <Money cents={underWayCents} /> is still processing
              </Trans>
            }
          >
            <p>
              <Trans>Our payment provider hasn't answered yet. We email you the result.</Trans>
            </p>
          </Notice>
        </div>
      )}
    </>
  );
};
