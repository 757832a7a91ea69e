import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense, useEffect, useState } from 'react';
import styles from '../../features/home/home.module.css';
import { SectionsSkeleton } from '../../features/home/home-skeleton.tsx';
import { Products } from '../../features/home/products.tsx';
import { QuickActions } from '../../features/home/quick-action-list.tsx';
import { useInView } from '../../features/home/use-in-view.ts';
import { Welcome } from '../../features/home/welcome.tsx';
import { PAID_KEY, readBrowserStore, storedHeights, storeHeight } from '../../lib/browser-store.ts';
import { accountQuery } from '../../lib/queries/account.ts';
import { meQuery } from '../../lib/queries/me.ts';
import { Section } from '../../ui/section.tsx';
import { lazyPage } from '../lazy-page.tsx';

const Notices = lazyPage<object>(() => import('./home-notices.tsx'));
const Below = lazyPage<object>(() => import('./home-below.tsx'));

const morePanel = async () => (await import('../../features/home/more-panel.tsx')).MorePanel;

/**
 * Place of the notices. Their code loads only when there is a notice; until then the place is as high as at the last visit.
 * At a first visit no height is known, and the sections wait as placeholders until the first data says whether there is a
 * notice, so that nothing moves (SH-12).
 */
const NoticeSlot = () => {
  const [Place, setPlace] = useState<typeof Suspense | typeof Fragment>(() =>
    storedHeights()[2] === '0' ? Fragment : Suspense,
  );
  const user = useQuery(meQuery).data?.user;
  const account = useQuery(accountQuery);
  const asks = account.data?.openChallenges.length;
  const shows =
    asks ||
    account.data?.openPayments.length ||
    readBrowserStore(PAID_KEY) ||
    user?.exportPending ||
    user?.exportDenied ||
    user?.asksMarketing;
  const nothing = user && !account.isPending && !shows;
  useEffect(() => {
    if (!nothing) return;
    storeHeight(2, 0);
    setPlace(() => Suspense); // a notice that loads later must not replace content that the user reads
  }, [nothing]);
  return (
    <div className={nothing ? '' : styles.notices}>
      {shows && (
        <Place>
          <Section>
            <Notices />
          </Section>
        </Place>
      )}
    </div>
  );
};

/** Home page, titled My Account (SH-06). It is in the first chunk, because most visits start here. */
export const HomePage = () => {
  const [below, seen] = useInView();
  return (
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
      </Suspense>
      <div ref={below} className={styles.below}>
        {seen && (
          <Section>
            <Suspense>
              <Below />
            </Suspense>
          </Section>
        )}
      </div>
    </>
  );
};
