import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { asksConsent } from '../../features/consent/model/consent-countries.ts';
import { placeQuery } from '../../features/consent/queries/place.ts';
import styles from '../../features/home/home.module.css';
import { Products } from '../../features/home/products.tsx';
import { QuickActions } from '../../features/home/quick-action-list.tsx';
import { useSeen } from '../../features/home/use-seen.ts';
import { Welcome } from '../../features/home/welcome.tsx';
import { keepHeight } from '../../lib/kept.ts';
import { meQuery } from '../../lib/queries/me.ts';
import { lazyPage } from '../lazy-page.tsx';
import { Section } from '../section.tsx';
import { loadHomeLaterTexts } from '../texts.ts';

const Notices = lazyPage<{ asks: boolean }>(
  () => import('./home-notices.tsx').then((file) => file.HomeNotices),
  loadHomeLaterTexts,
);
const Below = lazyPage<object>(() => import('./home-below.tsx').then((file) => file.HomeBelow), loadHomeLaterTexts);

const morePanel = () =>
  Promise.all([import('../../features/home/more-panel.tsx'), loadHomeLaterTexts()]).then(([file]) => file.MorePanel);

/** Only who has something to be told or asked fetches what says it; until then the slot is as high as at the last visit. */
const NoticeSlot = () => {
  const me = useQuery(meQuery);
  const place = useQuery({ ...placeQuery, enabled: me.isSuccess });
  const asks = asksConsent(place.data?.country_code);
  const shows = asks || me.data?.user.exportPending;
  const nothing = !shows && !place.isPending;
  useEffect(() => {
    if (nothing) keepHeight(2, 0);
  }, [nothing]);
  return (
    <div className={nothing ? '' : styles.notices}>
      {shows && (
        <Section>
          <Suspense>
            <Notices asks={asks} />
          </Suspense>
        </Section>
      )}
    </div>
  );
};

/** Home, titled My Account (SH-06). In the first chunk: it is what most visits open. */
export const HomePage = () => {
  const [below, seen] = useSeen();
  return (
    <>
      <Section>
        <Welcome />
      </Section>
      <NoticeSlot />
      <Section>
        <Products morePanel={morePanel} />
      </Section>
      <Section>
        <QuickActions />
      </Section>
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
