import styles from './frame.module.css';

/** Brand before the configuration was read. The server draws the mark, and the two words come from CSS (first script). */
export const StaticBrand = () => (
  <span className={styles.brand}>
    <span className={styles.mark} aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true" data-mark="" />
    </span>
    <span>
      <span className={styles.vendorBefore} /> <span className={`${styles.product} ${styles.productBefore}`} />
    </span>
  </span>
);
