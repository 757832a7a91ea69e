import type { Product } from '@foyer/contract/vocabulary/plans';
import { familyOf } from '../lib/families.ts';
import { cx } from './cx.ts';
import { markLines } from './mark-lines.ts';
import styles from './product-mark.module.css';

/** Icons of the kinds. That of metered families is here, because the sign-in site does not need it. */
const kindLines = {
  ...markLines,
  metered: [
    'M12 12h.01',
    'M8.5 15.5a5 5 0 0 1 0-7',
    'M15.5 8.5a5 5 0 0 1 0 7',
    'M5.5 18.5a9.2 9.2 0 0 1 0-13',
    'M18.5 5.5a9.2 9.2 0 0 1 0 13',
  ],
};

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
        {(icon ?? kindLines[kind]).map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
    </span>
  );
};
