import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense, useEffect, useRef, useState } from 'react';
import styles from '../../features/home/home.module.css';
import { type HomeNotice, homeNotice } from '../../features/home/home-notice.ts';
import { BelowSkeleton, SectionsSkeleton } from '../../features/home/home-skeleton.tsx';
import { Products } from '../../features/home/products.tsx';
import { QuickActions } from '../../features/home/quick-action-list.tsx';
import { Welcome } from '../../features/home/welcome.tsx';
import { PAID_KEY, readStored, storedHeights, storeHeight } from '../../lib/browser-store.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { meQuery } from '../../shared/account/me.ts';
import { subscriptionsQuery } from '../../shared/orders/subscriptions.ts';
import { Section } from '../../ui/section.tsx';
import { lazyPage } from '../lazy-page.tsx';

/** Returns a ref and whether its element has come into view, so that its content loads only then. */
const useInView = () => {
  const target = useRef<HTMLDivElement>(null);
  const [isInView, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    observer.observe(target.current as Element);
    return () => observer.disconnect();
  }, []);
  return [target, isInView] as const;
};

const Notices = lazyPage<{ notice: HomeNotice }>(() => import('./home-notices.tsx'));
const Below = lazyPage<object>(() => import('./home-below.tsx'));

const morePanel = async () => (await import('../../features/home/more-panel.tsx')).MorePanel;

/**
 * Place of the notice. Its code loads only when there is a notice; until then the place is as high as at the last visit.
 * At a first visit no height is known, and the sections wait as placeholders until the first data says whether there is a
 * notice, so that nothing moves (SH-12).
 */
const NoticeSlot = () => {
  const [Place, setPlace] = useState<typeof Suspense | typeof Fragment>(() =>
    storedHeights()[2] === '0' ? Fragment : Suspense,
  );
  const me = useQuery(meQuery);
  const account = useQuery(accountQuery);
  const subscriptions = useQuery(subscriptionsQuery());
  const isReady = !(me.isPending || account.isPending || subscriptions.isPending);
  const hasPaid = !!readStored(PAID_KEY);
  // the result of a payment waits for nothing
  const notice =
    (isReady || hasPaid) &&
    homeNotice({
      account: account.data,
      user: me.data?.user,
      subscriptions: subscriptions.data,
      hasPaid,
    });
  const nothing = isReady && !notice;
  useEffect(() => {
    if (!nothing) return;
    storeHeight(2, 0);
    setPlace(() => Suspense); // a notice that loads later must not replace content that the user reads
  }, [nothing]);
  return (
    <div className={nothing ? '' : styles.notices}>
      {notice && (
        <Place>
          <Section>
            <Notices notice={notice} />
          </Section>
        </Place>
      )}
    </div>
  );
};

const LowerPart = () => {
  const [below, seen] = useInView();
  return (
    <div ref={below} className={styles.below}>
      <Section>
        <Suspense fallback={<BelowSkeleton />}>{seen ? <Below /> : <BelowSkeleton />}</Suspense>
      </Section>
    </div>
  );
};

/** Home page, titled My Account (SH-06). It is in the first chunk, because most visits start here. */
export const HomePage = () => (
  <>
    <Section>
      <Welcome />
    </Section>
    <Suspense fallback={<SectionsSkeleton />}>
      <NoticeSlot />
      <Section>
        <Products morePanel={morePanel} />
      </Section>
      <Section>
        <QuickActions />
      </Section>
      <LowerPart />
    </Suspense>
  </>
);
