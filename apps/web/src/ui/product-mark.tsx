import type { Product } from '@foyer/contract/vocabulary/plans';
import { cx } from './cx.ts';
import { markLines } from './mark-lines.ts';
import styles from './product-mark.module.css';

const lines = {
  ...markLines,
  iot: [
    'M12 12h.01',
    'M8.5 15.5a5 5 0 0 1 0-7',
    'M15.5 8.5a5 5 0 0 1 0 7',
    'M5.5 18.5a9.2 9.2 0 0 1 0-13',
    'M18.5 5.5a9.2 9.2 0 0 1 0 13',
  ],
};

/** Families that the pages have texts, icons and addresses for (decision 63). */
export type ShownProduct = keyof typeof lines;

/** Icon of a product, always beside its name. */
export const ProductMark = ({ product, size = 'md' }: { product: Product; size?: 'md' | 'lg' }) => (
  <span className={cx(styles.mark, styles[product], size === 'lg' && styles.lg)} aria-hidden="true">
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {lines[product as ShownProduct].map((line) => (
        <path key={line} d={line} />
      ))}
    </svg>
  </span>
);
