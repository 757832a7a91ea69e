import { Trans } from '@lingui/react/macro';
import { ChevronLeft } from 'lucide';
import type { ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { type Tab, Tabs } from './tabs.tsx';
import { TopBar } from './top-bar.tsx';

/**
 * Footer with privacy policy, support, sales and the release (SH-11, SH-14). Omits links that the brand has not set.
 */
const Footer = () => {
  const { links, contacts, version } = config;
  return (
    <footer className={styles.foot}>
      <div className={styles.footRow}>
        {links.privacy && (
          <a className="touch" href={links.privacy}>
            <Trans>Privacy policy</Trans>
          </a>
        )}
        {contacts.supportPhone && (
          <span>
            <Trans>
              Support{' '}
              <a className="touch" href={`tel:${contacts.supportPhone.replace(/[^+\d]/g, '')}`}>
                {contacts.supportPhone}
              </a>
            </Trans>
          </span>
        )}
        {contacts.salesEmail && (
          <span>
            <Trans>
              Sales{' '}
              <a className="touch" href={`mailto:${contacts.salesEmail}`}>
                {contacts.salesEmail}
              </a>
            </Trans>
          </span>
        )}
        <span className={styles.grow} />
        <span>
          <Trans>Version {version}</Trans>
        </span>
      </div>
    </footer>
  );
};

interface FrameProps {
  /** `wide`: no tabs, centered content. `focus`: a slim bar with a back link instead of top bar and tabs (SH-13). */
  chrome: 'full' | 'wide' | 'focus';
  tab: Tab | null;
  /** Link of the slim bar. */
  back?: { readonly to: string; readonly label: ReactNode } | undefined;
  sandboxBar?: ReactNode;
  /** Back link to another product, before the brand (SH-09). */
  arrow?: ReactNode;
  /** Alert below the top bar, at most one (SH-10). */
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

/** Frame of a page: skip link, sandbox bar, top bar, alert, tabs, page and footer, always in this order. */
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
