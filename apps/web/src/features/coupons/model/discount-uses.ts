import type { Coupon } from '@foyer/contract/api/coupons';
import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { paths } from '../../../lib/paths.ts';

type UsedFamily = Pick<ShownFamily, 'key' | 'kind' | 'name'>;

/** Family in which a discount can be used, with the path of its page with the code. */
interface Use extends UsedFamily {
  readonly to: string;
}

/**
 * Page of a family with the code. Pages of tiers and metered families always have a chosen plan: the cheapest that the
 * discount fits, yearly if possible.
 */
const pathOf = ({ key, kind }: UsedFamily, coupon: string, fitting: readonly string[]): string => {
  const plan = fitting.find((id) => id.endsWith('_yearly')) ?? fitting[0];
  switch (kind) {
    case 'plans':
      return paths.subscription(key, { coupon });
    case 'tiers':
      return paths.subscription(key, { coupon, package: plan });
    case 'metered':
      return paths.subscription(key, { plan, coupon });
  }
};

/** Families with a plan that the discount fits (CD-05). The id of an interval begins with its family. */
export const usesOf = ({ id, plans }: Pick<Coupon, 'id' | 'plans'>, families: readonly UsedFamily[]): readonly Use[] =>
  families.flatMap(({ key, kind, name }) => {
    const fitting = plans.filter((intervalId) => intervalId.startsWith(`pln_${key}_`));
    return fitting.length > 0 ? [{ key, kind, name, to: pathOf({ key, kind, name }, id, fitting) }] : [];
  });
