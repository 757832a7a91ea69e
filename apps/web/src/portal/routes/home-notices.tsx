import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { MarketingNotice } from '../../features/consent/components/marketing-notice.tsx';
import styles from '../../features/home/home.module.css';
import { DeniedNotice } from '../../features/review/components/denied-notice.tsx';
import { PendingNotice } from '../../features/review/components/pending-notice.tsx';
import { keepHeight } from '../../lib/kept.ts';
import { meQuery } from '../../lib/queries/me.ts';

/**
 * What Home says under its title: one notice, the graver first (language.md §7). Its height is remembered, so that at the
 * next visit the page reserves it and nothing below moves.
 */
export const Page = () => {
  const user = useQuery(meQuery).data?.user;
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
      {user?.exportPending ? (
        <PendingNotice />
      ) : user?.exportDenied ? (
        <DeniedNotice />
      ) : (
        user?.asksMarketing && <MarketingNotice />
      )}
    </div>
  );
};
