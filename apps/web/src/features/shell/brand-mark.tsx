import { markLines } from '../../ui/mark-lines.ts';
import styles from './frame.module.css';

const strokes = (lines: readonly string[]) => lines.map((line) => <path key={line} d={line} />);

/**
 * Contains the marks of both brands; the brand on `<html>` shows one of them, so that the static shell is the same for
 * both.
 */
export const BrandMark = () => (
  <span className={styles.mark} aria-hidden="true">
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.markScope}>
      {strokes(markLines.tiers)}
    </svg>
    <svg viewBox="0 0 24 24" aria-hidden="true" className={styles.markDrive}>
      {strokes(markLines.plans)}
    </svg>
  </span>
);

/** Mark before the configuration was read. Its two words come from CSS (first script). */
export const StaticBrand = () => (
  <span className={styles.brand}>
    <BrandMark />
    <span>
      <span className={styles.vendorBefore} /> <span className={`${styles.product} ${styles.productBefore}`} />
    </span>
  </span>
);
