import type { Me } from '@foyer/contract/api/auth';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { Subscription } from '@foyer/contract/api/shapes';
import { hasClaim } from '../../lib/claims.ts';
import { paths } from '../../lib/paths.ts';
import { type SubscriptionRow, subscriptionRow } from './subscription-row.ts';

/** Products with a card on Home; IoT is a quick action. */
export type CardProduct = 'scope' | 'drive';

export interface ProductCardView {
  readonly product: CardProduct;
  readonly rows: readonly SubscriptionRow[];
  /** Subscribe without a subscription, Add another one to a scope account; null: not offered. */
  readonly offer: { readonly kind: 'subscribe' | 'add'; readonly to: string } | null;
  readonly launch: string | null;
  readonly learnMore: string | null;
  /** The claims did not load, so the allowed actions are unknown. */
  readonly unknown: boolean;
  /** More menu for holders of a scope subscription; null: no menu. */
  readonly more: MoreMenu | null;
}

export interface MoreMenu {
  readonly entries: PortalConfig['links']['scopeMenu'];
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

const claimOf: Record<CardProduct, string> = { drive: 'drive', scope: 'tron' };

/**
 * The brand's own product first; without the claim a card shows the subscriptions and Learn More, no offer (HO-06, HO-07,
 * HO-09). While the claims are not known it shows the subscriptions only. An export review, pending or
 * denied, withdraws the scope claim. Only then the scope card keeps its menu without the claim.
 */
export const productCards = ({ config, claims, subscriptions, user, now }: CardInput): ProductCardView[] => {
  const { brand, links } = config;
  const review = user?.exportDenied ? 'denied' : user?.exportPending ? 'pending' : null;
  const learnMoreLink = { drive: links.driveLearnMore, scope: links.scopeLearnMore };
  const order: CardProduct[] = brand.key === 'drive' ? ['drive', 'scope'] : ['scope', 'drive'];
  return order
    .filter((product) => brand.products.includes(product))
    .map((product) => {
      const ofProduct = subscriptions.filter((one) => one.product === product);
      const claimed = claims !== undefined && hasClaim(claims, claimOf[product]);
      const to = product === 'drive' ? paths.drive() : paths.scope();
      const mayLaunch = product === 'drive' && claimed && ofProduct.some(({ entitled }) => entitled);
      const launch = mayLaunch ? links.driveApp : null;
      const hasMenu = product === 'scope' && (claimed || review) && ofProduct.length > 0 && links.scopeMenu.length > 0;
      return {
        product,
        rows: ofProduct.map((one) => subscriptionRow(one, now)),
        offer: !claimed
          ? null
          : ofProduct.length === 0
            ? { kind: 'subscribe', to }
            : product === 'scope'
              ? { kind: 'add', to }
              : null,
        launch,
        learnMore: launch || hasMenu || !claims ? null : learnMoreLink[product],
        unknown: !claims,
        more: hasMenu ? { entries: links.scopeMenu, review } : null,
      };
    });
};
