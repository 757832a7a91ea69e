import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { installAddress } from '../../../shared/catalogue/install-address.ts';

interface CompletedPurchase {
  reason: string | undefined;
  /** An existing subscription was changed, so there is nothing to install. */
  changed: boolean;
  subId: string;
  family: Pick<ShownFamily, 'confirmation'>;
  /** Address of this page, to resolve a configured target without a host. */
  here: string;
}

/**
 * Page after a purchase of a plan with tiers (SP-04): another site, the result page, or Home. `thenInstalls`: the result page
 * goes on to the install address.
 */
export type TiersDestination =
  | { kind: 'away'; href: string }
  | { kind: 'own-page'; thenInstalls: boolean }
  | { kind: 'home' };

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
 * Destination after a purchase (SP-04): the confirmation address during onboarding, else the result page, which goes on to the
 * install address (decision 94).
 */
export const tiersDestination = ({ reason, changed, subId, family, here }: CompletedPurchase): TiersDestination => {
  if (changed) return { kind: 'home' };
  const onboarding = reason === 'newuser';
  if (!onboarding || !family.confirmation) return { kind: 'own-page', thenInstalls: !onboarding };
  const address = new URL(family.confirmation, here);
  address.searchParams.set('subId', subId);
  return { kind: 'away', href: address.href };
};

interface ExtendedLicence {
  subId: string;
  /** Offers no download while a review is pending or after it was denied (EX-01). */
  areDownloadsBlocked: boolean;
  family: Pick<ShownFamily, 'menu'>;
  /** Address of this page, to resolve a configured target without a host. */
  here: string;
}

/**
 * Install address after an extension, with `r=maintenance` and the id (MA-03). Null: the portal's done page is shown.
 */
export const extendedDestination = ({ subId, areDownloadsBlocked, family, here }: ExtendedLicence): string | null =>
  areDownloadsBlocked ? null : installAddressFor(family, 'maintenance', subId, here);

let installsNext: string | null = null;

/** Lets the result page of this purchase go on to the install address, once: not after a reload or by the Back button. */
export const installNext = (subId: string | null): void => {
  installsNext = subId;
};

/** Whether the result page of this purchase goes on to the install address. */
export const isInstalledNext = (subId: string): boolean => installsNext === subId;
