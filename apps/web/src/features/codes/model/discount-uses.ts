import type { Coupon } from '@foyer/contract/api/coupons';
import type { Product } from '@foyer/contract/vocabulary/plans';
import { paths } from '../../../lib/paths.ts';

/** Where a discount can be used: a product, and the way to its page with the code. */
interface Use {
  readonly product: Product;
  readonly to: string;
}

/** Scope and IoT always stand at a plan, so it is the cheapest one the discount fits: yearly, where it fits that. */
const pathOf = (product: Product, coupon: string, fitting: readonly string[]): string => {
  const plan = fitting.find((id) => id.endsWith('_yearly')) ?? fitting[0] ?? '';
  switch (product) {
    case 'drive':
      return paths.drive({ coupon });
    case 'scope':
      return paths.scope({ coupon, package: plan });
    case 'iot':
      return `${paths.iot}?${new URLSearchParams({ plan, coupon })}`;
  }
};

/** CD-05: the products of the brand that have a plan the discount fits; the id of an interval begins with its product. */
export const usesOf = ({ id, plans }: Pick<Coupon, 'id' | 'plans'>, products: readonly Product[]): readonly Use[] =>
  products.flatMap((product) => {
    const fitting = plans.filter((intervalId) => intervalId.startsWith(`pln_${product}_`));
    return fitting.length > 0 ? [{ product, to: pathOf(product, id, fitting) }] : [];
  });
