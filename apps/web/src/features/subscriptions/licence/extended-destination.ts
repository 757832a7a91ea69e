import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { installAddress } from '../scope/scope-done.ts';

interface Extended {
  subId: string;
  /** EX-01: while a review is pending or after it was denied nobody is sent to a download. */
  downloadsWait: boolean;
  links: Pick<PortalConfig['links'], 'scopeMenu'>;
  /** Address of this page, for a target that is configured by its path alone. */
  here: string;
}

/** MA-03: to the install address with `r=maintenance` and the id; null: a page of our own says what happened. */
export const extendedDestination = ({ subId, downloadsWait, links, here }: Extended): string | null => {
  const target = downloadsWait ? null : installAddress(links);
  if (target === null) return null;
  const address = new URL(target, here);
  address.searchParams.set('r', 'maintenance');
  address.searchParams.set('subId', subId);
  return address.href;
};
