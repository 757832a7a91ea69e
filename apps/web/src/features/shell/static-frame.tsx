import { Trans } from '@lingui/react/macro';
import { CreditCard, House, Layers, ShieldCheck } from 'lucide';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './frame.module.css';
import tabStyles from './tabs.module.css';
import { UserSkeleton } from './user-skeleton.tsx';

/** Brand before the configuration was read. The server draws the mark, and the two words come from CSS (first script). */
const StaticBrand = () => (
  <span className={styles.brand}>
    <span className="mark" aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true" data-mark="" />
    </span>
    <span>
      <span className={styles.vendorBefore} /> <span className={`${styles.product} ${styles.productBefore}`} />
    </span>
  </span>
);

/** Tabs of the static shell as plain links. Contains both second tabs, and CSS shows that of the brand. */
const StaticTabs = () => (
  <div className={tabStyles.tabs}>
    <a href={`#${paths.home}`} className={`${tabStyles.tab} ${tabStyles.staticHome}`} aria-current="page">
      <Icon of={House} />
      <Trans>Home</Trans>
    </a>
    <a href={`#${paths.security()}`} className={`${tabStyles.tab} ${tabStyles.ifSecurity}`}>
      <Icon of={ShieldCheck} />
      <Trans>Security</Trans>
    </a>
    <a href={`#${paths.subscription(undefined)}`} className={`${tabStyles.tab} ${tabStyles.ifSubscription}`}>
      <Icon of={Layers} />
      <Trans>Subscription</Trans>
    </a>
    <a href={`#${paths.payments()}`} className={tabStyles.tab}>
      <Icon of={CreditCard} />
      <Trans>Payments</Trans>
    </a>
  </div>
);

/** Static frame of the HTML before the bundle arrives, with the same parts as `Frame` (SH-12). */
export const StaticFrame = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.root} ${styles.withTabs} ${styles.static}`}>
    <div className={styles.sandbox} />
    <div className={styles.top}>
      <div className={styles.bar}>
        <StaticBrand />
        <span className={styles.grow} />
        <UserSkeleton />
      </div>
    </div>
    <div className={styles.alert} />
    <div className={styles.body}>
      <StaticTabs />
      <div className={styles.main}>
        <div className={styles.homeOnly}>{children}</div>
      </div>
    </div>
    <div className={styles.foot}>
      <div className={styles.footRow} />
    </div>
  </div>
);
