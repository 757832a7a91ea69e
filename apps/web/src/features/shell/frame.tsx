import { Trans } from '@lingui/react/macro';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Brand } from './brand.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { type Tab, Tabs } from './tabs.tsx';
import { TopBar } from './top-bar.tsx';

interface FrameProps {
  /** `wide`: no tabs, the content in the middle. `focus`: no top bar either, a slim bar with the way back (SH-13). */
  chrome: 'full' | 'wide' | 'focus';
  tab: Tab | null;
  /** Where the slim bar leads. */
  back?: { readonly to: string; readonly label: ReactNode } | undefined;
  sandboxBar?: ReactNode;
  /** The way back to the product one came from; stands before the brand (SH-09). */
  arrow?: ReactNode;
  /** At most one, under the top bar (SH-10). */
  alert?: ReactNode;
  children: ReactNode;
}

const SlimHeader = ({ back }: Pick<FrameProps, 'back'>) => (
  <header className={styles.top}>
    <div className={styles.bar}>
      <Link href={back?.to ?? paths.payments()} className={styles.back}>
        <Icon of={ChevronLeft} />
        {back?.label ?? <Trans>Payments</Trans>}
      </Link>
      <span className={styles.grow} />
      <Brand />
    </div>
  </header>
);

/** Frame of a page: skip link, sandbox bar, top bar, alert, tabs, the page, footer. The order is the same on every page. */
export const Frame = ({ chrome, tab, back, sandboxBar, arrow, alert, children }: FrameProps) => {
  const full = chrome === 'full';
  const slim = chrome === 'focus';
  const focusMain = () => document.getElementById('main')?.focus();
  return (
    <div className={full ? `${styles.root} ${styles.withTabs}` : styles.root}>
      <button type="button" className={styles.skip} onClick={focusMain}>
        <Trans>Skip to content</Trans>
      </button>
      <div className={styles.sandbox}>{sandboxBar}</div>
      {slim ? <SlimHeader back={back} /> : <TopBar arrow={arrow} />}
      {slim || <div className={styles.alert}>{alert}</div>}
      <div className={full ? styles.body : `${styles.body} ${styles.focusBody}`}>
        {full && <Tabs current={tab} />}
        <main id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <Footer />
    </div>
  );
};
