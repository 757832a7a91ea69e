import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { StaticTabs } from './static-tabs.tsx';
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
