import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { MarketingNotice } from '../../features/consent/components/marketing-notice.tsx';
import { BankAsks } from '../../features/home/bank-asks.tsx';
import styles from '../../features/home/home.module.css';
import { DeniedNotice } from '../../features/review/components/denied-notice.tsx';
import { PendingNotice } from '../../features/review/components/pending-notice.tsx';
import { keepHeight } from '../../lib/kept.ts';
import { accountQuery } from '../../lib/queries/account.ts';
import { meQuery } from '../../lib/queries/me.ts';

/**
 * What Home says under its title: one notice, the graver first (language.md §7); what a bank
 * waits for and a review both (HO-03). Its height is remembered, so that at the
 * next visit the page reserves it and nothing below moves.
 */
export const Page = () => {
  const user = useQuery(meQuery).data?.user;
  const asks = useQuery(accountQuery).data?.openChallenges ?? [];
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = slot;
    if (!current) return;
    const observer = new ResizeObserver(() => keepHeight(2, current.offsetHeight));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={slot} className={styles.notice}>
      {asks.length > 0 && <BankAsks open={asks} />}
      {user?.exportPending ? (
        <PendingNotice />
      ) : user?.exportDenied ? (
        <DeniedNotice />
      ) : (
        user?.asksMarketing && asks.length === 0 && <MarketingNotice />
      )}
    </div>
  );
};
