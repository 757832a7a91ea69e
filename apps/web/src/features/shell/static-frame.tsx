import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { StaticBrand } from './static-brand.tsx';
import { StaticTabs } from './static-tabs.tsx';
import { UserSkeleton } from './user-skeleton.tsx';

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
