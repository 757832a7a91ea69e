import type { Coupon } from '@foyer/contract/api/coupons';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { paths } from '../../../lib/paths.ts';
import type { ShownProduct } from '../../../ui/product-mark.tsx';

/** Product in which a discount can be used, with the path of its page with the code. */
interface Use {
  readonly product: Product;
  readonly to: string;
}

/**
 * Id of the cheapest plan that the discount fits, yearly if possible, because the pages of Scope and IoT always have a
 * chosen plan.
 */
const pathOf = (product: Product, coupon: string, fitting: readonly string[]): string => {
  const plan = fitting.find((id) => id.endsWith('_yearly')) ?? fitting[0] ?? '';
  switch (product as ShownProduct) {
    case 'drive':
      return paths.drive({ coupon });
    case 'scope':
      return paths.scope({ coupon, package: plan });
    case 'iot':
      return `${paths.iot}?${new URLSearchParams({ plan, coupon })}`;
  }
};

/** Products of the brand with a plan that the discount fits (CD-05). The id of an interval begins with its product. */
export const usesOf = ({ id, plans }: Pick<Coupon, 'id' | 'plans'>, products: readonly Product[]): readonly Use[] =>
  products.flatMap((product) => {
    const fitting = plans.filter((intervalId) => intervalId.startsWith(`pln_${product}_`));
    return fitting.length > 0 ? [{ product, to: pathOf(product, id, fitting) }] : [];
  });
