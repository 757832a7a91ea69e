import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { sameSitePath } from '../../../lib/same-site-path.ts';

export type WayBack =
  | { readonly kind: 'here'; readonly to: string }
  | { readonly kind: 'client'; readonly href: string; readonly name: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const unsafe = /[\u0000-\u0020\u007f\\]/;

/**
 * PR-04: `from` is where somebody came from, as anybody may have written it. It leads back only to a path of this portal, or
 * to a page of one of the vendor's products by its exact origin (SH-09); anything else leads nowhere.
 */
export const wayBack = (from: string | null, clients: PortalConfig['clients']): WayBack | null => {
  if (!from) return null;
  const to = sameSitePath(from, '');
  if (to) return { kind: 'here', to };
  const url = unsafe.test(from) || !from.startsWith('https://') ? null : URL.parse(from);
  if (!url || url.username || url.password) return null;
  const client = Object.values(clients).find(({ origin }) => origin === url.origin);
  return client ? { kind: 'client', href: url.href, name: client.name } : null;
};
