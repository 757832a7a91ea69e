import type { Product } from '@foyer/contract/vocabulary/plans';
import { familyOf } from '../lib/families.ts';
import { cx } from './cx.ts';
import { markLines } from './mark-lines.ts';
import styles from './product-mark.module.css';

/** Icon of a product, always beside its name. */
export const ProductMark = ({ product, size = 'md' }: { product: Product; size?: 'md' | 'lg' }) => {
  const { kind, icon, color } = familyOf(product);
  return (
    <span
      className={cx(styles.mark, styles[kind], size === 'lg' && styles.lg)}
      style={color ? { background: color } : undefined}
      aria-hidden="true"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {(icon ?? markLines[kind]).map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
    </span>
  );
};
