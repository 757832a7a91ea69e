import type { Product } from '@foyer/contract/vocabulary/plans';
import { cx } from '../../ui/cx.ts';
import { familyOf } from './families.ts';

/** Icon of a product, always beside its name. */
export const ProductMark = ({ product, size = 'md' }: { product: Product; size?: 'md' | 'lg' }) => {
  const { icon, color } = familyOf(product);
  return (
    <span className={cx('mark', size === 'lg' && 'large')} style={{ background: color }} aria-hidden="true">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {icon.map((line) => (
          <path key={line} d={line} />
        ))}
      </svg>
    </span>
  );
};
