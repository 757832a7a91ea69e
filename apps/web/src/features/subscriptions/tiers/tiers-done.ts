import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { installAddress } from '../../../shared/catalogue/install-address.ts';

interface CompletedPurchase {
  reason: string | undefined;
  /** An existing subscription was changed, so there is nothing to install. */
  changed: boolean;
  subId: string;
  /** Offers no download while a review is pending or after it was denied (EX-01). */
  areDownloadsBlocked: boolean;
  family: Pick<ShownFamily, 'menu' | 'confirmation'>;
  /** Address of this page, to resolve a configured target without a host. */
  here: string;
}

/** Page after a purchase of a plan with tiers (SP-04): another site, a page of the portal, or Home. */
export type TiersDestination = { kind: 'away'; href: string } | { kind: 'own-page' } | { kind: 'home' };

/** Returns the install URL with the reason and the subscription id as query parameters; null when none is configured. */
export const installAddressFor = (
  family: Pick<ShownFamily, 'menu'>,
  reason: 'add' | 'maintenance',
  subId: string,
  here: string,
): string | null => {
  const target = installAddress(family);
  if (target === null) return null;
  const address = new URL(target, here);
  address.searchParams.set('r', reason);
  address.searchParams.set('subId', subId);
  return address.href;
};

/**
 * Destination after a purchase (SP-04): the confirmation address during onboarding, else the install address with
 * `r=add` and the new id. `own-page`, a page of the portal, if the address is not configured or downloads are blocked.
 */
export const tiersDestination = ({
  reason,
  changed,
  subId,
  areDownloadsBlocked,
  family,
  here,
}: CompletedPurchase): TiersDestination => {
  if (changed) return { kind: 'home' };
  const onboarding = reason === 'newuser';
  const target = onboarding ? family.confirmation : installAddress(family);
  if (!target || (areDownloadsBlocked && !onboarding)) return { kind: 'own-page' };
  const address = new URL(target, here);
  if (!onboarding) address.searchParams.set('r', 'add');
  address.searchParams.set('subId', subId);
  return { kind: 'away', href: address.href };
};
