import styles from './frame.module.css';

/** Both marks stand in the page and the brand on `<html>` shows one, so that the static shell needs no server to draw it. */
export const BrandMark = () => (
  <span className={styles.mark} aria-hidden="true">
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.markScope}>
      <path d="M3 12h3.2l2.6-6.5 4.4 13 3.2-9 1.4 2.5H21" />
    </svg>
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.markDrive}>
      <path d="M4 18a8 8 0 0 1 16 0" />
      <path d="M8.5 18a3.5 3.5 0 0 1 7 0" />
      <path d="M2 12.5A12 12 0 0 1 12 6a12 12 0 0 1 10 6.5" />
    </svg>
  </span>
);

/** The same before any configuration was read: its two words come from CSS, see the first script. */
export const StaticBrand = () => (
  <span className={styles.brand}>
    <BrandMark />
    <span>
      <span className={styles.vendorBefore} /> <span className={`${styles.product} ${styles.productBefore}`} />
    </span>
  </span>
);
