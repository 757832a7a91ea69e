import type { Me } from '@foyer/contract/api/auth';
import type { PortalConfig, ShownFamily } from '@foyer/contract/api/portal-config';
import type { Subscription } from '@foyer/contract/api/shapes';
import { paths } from '../../lib/paths.ts';
import { hasClaim } from '../../shared/account/claims.ts';
import { type SubscriptionRow, subscriptionRow } from './subscription-row.ts';

export interface ProductCardView {
  readonly family: ShownFamily;
  readonly rows: readonly SubscriptionRow[];
  /** Subscribe without a subscription, Add if an account may have several; null: not offered. */
  readonly offer: { readonly kind: 'subscribe' | 'add'; readonly to: string } | null;
  readonly launch: string | null;
  readonly learnMore: string | null;
  /** The claims did not load, so the allowed actions are unknown. */
  readonly unknown: boolean;
  /** More menu for holders of a subscription; null: no menu. */
  readonly more: MoreMenu | null;
}

export interface MoreMenu {
  readonly entries: ShownFamily['menu'];
  /** Export review that blocks the downloads (HO-03, EX-01); null: they are open. */
  readonly review: 'pending' | 'denied' | null;
}

interface CardInput {
  readonly config: PortalConfig;
  /** Undefined while unknown. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
  readonly subscriptions: readonly Subscription[];
  /** Undefined while unknown. */
  readonly user: Pick<Me['user'], 'exportPending' | 'exportDenied'> | undefined;
  /** Current date of the account. */
  readonly now: string;
}

/** Families of the brand, in its order. */
export const familiesOf = ({ brand, families }: Pick<PortalConfig, 'brand' | 'families'>): ShownFamily[] =>
  brand.products.flatMap((product) => families.find(({ key }) => key === product) ?? []);

/**
 * Cards in the order of the brand. A metered family has a quick action in place of a card. Without the claim a card shows
 * the subscriptions and Learn More, no offer (HO-06, HO-07, HO-09). While the claims are not known it shows the
 * subscriptions only.
 */
export const productCards = ({ config, claims, subscriptions, user, now }: CardInput): ProductCardView[] => {
  const review = user?.exportDenied ? 'denied' : user?.exportPending ? 'pending' : null;
  return familiesOf(config)
    .filter(({ kind }) => kind !== 'metered')
    .map((family) => {
      const { key, kind, claim, menu } = family;
      const own = subscriptions.filter(({ product }) => product === key);
      const claimed = claims !== undefined && (claim === null || hasClaim(claims, claim));
      const to = paths.subscription(key);
      const launch = kind === 'plans' && claimed && own.some(({ entitled }) => entitled) ? family.app : null;
      // an export review withdraws the claim of a screened family, whose card keeps its menu
      const hasMenu = (claimed || (family.exportControl && review)) && own.length > 0 && menu.length > 0;
      return {
        family,
        rows: own.map((one) => subscriptionRow(one, now)),
        offer: !claimed
          ? null
          : own.length === 0
            ? { kind: 'subscribe', to }
            : family.several
              ? { kind: 'add', to }
              : null,
        launch,
        learnMore: launch || hasMenu || !claims ? null : family.learnMore,
        unknown: !claims,
        more: hasMenu ? { entries: menu, review } : null,
      };
    });
};
