import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MarketingNotice } from '../../features/consent/components/marketing-notice.tsx';
import { ChallengesNotice } from '../../features/home/challenges-notice.tsx';
import styles from '../../features/home/home.module.css';
import { DeniedNotice } from '../../features/review/components/denied-notice.tsx';
import { PendingNotice } from '../../features/review/components/pending-notice.tsx';
import { PAID_KEY, readBrowserStore, storeHeight } from '../../lib/browser-store.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { accountQuery } from '../../lib/queries/account.ts';
import { meQuery } from '../../lib/queries/me.ts';

const Money = lazyNamed(() => import('./home-money.tsx').then((file) => file.Page));

/**
 * Notices under the title of Home: open challenges and unpaid receipts, then an export review (HO-03). The question about
 * marketing is shown only without any of them. Their height is remembered, so that the next visit reserves it (SH-12).
 */
export const Page = () => {
  const user = useQuery(meQuery).data?.user;
  const { openChallenges: asks = [], openPayments = [] } = useQuery(accountQuery).data ?? {};
  const owes = openPayments.length > 0;
  // The notice stays when a payment starts, because the notice about money then shows the bank challenge and the
  // result.
  const [hasMoney, setHasMoney] = useState(false);
  if (!hasMoney && (owes || readBrowserStore(PAID_KEY))) setHasMoney(true);
  const bankAsks = asks.length > 0 && <ChallengesNotice open={asks} />;
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = slot;
    if (!current) return;
    const observer = new ResizeObserver(() => storeHeight(2, current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={slot} className={styles.notice}>
      {hasMoney ? <Money bankAsks={bankAsks} /> : bankAsks}
      {user?.exportPending ? (
        <PendingNotice />
      ) : user?.exportDenied ? (
        <DeniedNotice />
      ) : (
        user?.asksMarketing && asks.length === 0 && !owes && <MarketingNotice />
      )}
    </div>
  );
};
