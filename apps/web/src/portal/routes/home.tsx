import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense, useEffect, useState } from 'react';
import { asksConsent } from '../../features/consent/model/consent-countries.ts';
import { placeQuery } from '../../features/consent/queries/place.ts';
import styles from '../../features/home/home.module.css';
import { SectionsSkeleton } from '../../features/home/home-skeleton.tsx';
import { Products } from '../../features/home/products.tsx';
import { QuickActions } from '../../features/home/quick-action-list.tsx';
import { useSeen } from '../../features/home/use-seen.ts';
import { Welcome } from '../../features/home/welcome.tsx';
import { keepHeight, keptHeights } from '../../lib/kept.ts';
import { meQuery } from '../../lib/queries/me.ts';
import { lazyPage } from '../lazy-page.tsx';
import { Section } from '../section.tsx';
import { loadHomeLaterTexts } from '../texts.ts';

const Notices = lazyPage<{ asks: boolean }>(() => import('./home-notices.tsx'), loadHomeLaterTexts);
const Below = lazyPage<object>(() => import('./home-below.tsx'), loadHomeLaterTexts);

const morePanel = () =>
  Promise.all([import('../../features/home/more-panel.tsx'), loadHomeLaterTexts()]).then(([file]) => file.MorePanel);

/** Only who has something to be told or asked fetches what says it; until then the slot is as high as at the last visit. */
const NoticeSlot = ({ in: Place }: { in: typeof Suspense | typeof Fragment }) => {
  const me = useQuery(meQuery);
  const place = useQuery({ ...placeQuery, enabled: me.isSuccess });
  const asks = asksConsent(place.data?.country_code);
  const shows = asks || me.data?.user.exportPending || me.data?.user.exportDenied;
  const nothing = !shows && !place.isPending;
  useEffect(() => {
    if (nothing) keepHeight(2, 0);
  }, [nothing]);
  return (
    <div className={nothing ? '' : styles.notices}>
      {shows && (
        <Place>
          <Section>
            <Notices asks={asks} />
          </Section>
        </Place>
      )}
    </div>
  );
};

/**
 * Home, titled My Account (SH-06). In the first chunk: it is what most visits open.
 *
 * Nothing that can be read moves (language.md §1), at a first visit neither, when no place is kept for a notice: what is
 * grave stands above all the same, and the sections wait for it as placeholders; a question stands at the end of the page.
 */
export const HomePage = () => {
  const [below, seen] = useSeen();
  const [isKept] = useState(() => keptHeights()[2] !== '0');
  const user = useQuery(meQuery).data?.user;
  const first = user?.exportPending || user?.exportDenied || isKept;
  return (
    <>
      <Section>
        <Welcome />
      </Section>
      <Suspense fallback={<SectionsSkeleton />}>
        {first && <NoticeSlot in={isKept ? Suspense : Fragment} />}
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
      {!first && <NoticeSlot in={Suspense} />}
    </>
  );
};
