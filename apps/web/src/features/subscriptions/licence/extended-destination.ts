import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { installAddressFor } from '../scope/scope-done.ts';

interface ExtendedLicence {
  subId: string;
  /** Offers no download while a review is pending or after it was denied (EX-01). */
  areDownloadsBlocked: boolean;
  links: Pick<PortalConfig['links'], 'scopeMenu'>;
  /** Address of this page, to resolve a configured target without a host. */
  here: string;
}

/** MA-03: to the install address with `r=maintenance` and the id; null: a page of our own says what happened. */
export const extendedDestination = ({ subId, areDownloadsBlocked, links, here }: ExtendedLicence): string | null =>
  areDownloadsBlocked ? null : installAddressFor(links, 'maintenance', subId, here);
