import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { installAddressFor } from '../scope/scope-done.ts';

interface ExtendedLicence {
  subId: string;
  /** EX-01: while a review is pending or after it was denied nobody is sent to a download. */
  areDownloadsBlocked: boolean;
  links: Pick<PortalConfig['links'], 'scopeMenu'>;
  /** Address of this page, for a target that is configured by its path alone. */
  here: string;
}

/** MA-03: to the install address with `r=maintenance` and the id; null: a page of our own says what happened. */
export const extendedDestination = ({ subId, areDownloadsBlocked, links, here }: ExtendedLicence): string | null =>
  areDownloadsBlocked ? null : installAddressFor(links, 'maintenance', subId, here);
