import type { Coupon } from '@foyer/contract/api/coupons';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { paths } from '../../../lib/paths.ts';

type UsedFamily = Pick<ShownFamily, 'key' | 'kind' | 'name'>;

/** Family in which a discount can be used, with the path of its page with the code. */
interface Use extends UsedFamily {
  readonly to: string;
}

/** Page of a family with the code. Pages of tiers and metered families always have a chosen plan. */
const pathOf = ({ key, kind }: UsedFamily, coupon: string, plan: string): string => {
  switch (kind) {
    case 'plans':
      return paths.subscription(key, { coupon });
    case 'tiers':
      return paths.subscription(key, { coupon, package: plan });
    case 'metered':
      return paths.subscription(key, { plan, coupon });
  }
};

/** Families of the brand with a plan that the discount fits (CD-05). */
export const usesOf = ({ id, uses }: Pick<Coupon, 'id' | 'uses'>, families: readonly UsedFamily[]): readonly Use[] =>
  families.flatMap(({ key, kind, name }) => {
    const use = uses.find(({ product }) => product === key);
    return use ? [{ key, kind, name, to: pathOf({ key, kind, name }, id, use.intervalId) }] : [];
  });
