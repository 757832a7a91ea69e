import type { ShownFamily } from '@foyer/contract/api/portal-config';
import { installAddressFor } from '../tiers/tiers-done.ts';

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
