import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { sameSitePath } from '../../../lib/same-site-path.ts';

/** Link back to a path of this portal (`here`) or to a page of another product (`client`). */
export type ReturnLink =
  | { readonly kind: 'here'; readonly to: string }
  | { readonly kind: 'client'; readonly href: string; readonly name: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses control characters
const unsafe = /[\u0000-\u0020\u007f\\]/;

/**
 * Makes the return link from the query parameter `from`, which is not trusted (PR-04). Returns null unless it is a path of
 * this portal or an https URL with the exact origin of one of the vendor's products (SH-09).
 */
export const returnLink = (from: string | null, clients: PortalConfig['clients']): ReturnLink | null => {
  if (!from) return null;
  const to = sameSitePath(from, '');
  if (to) return { kind: 'here', to };
  const url = unsafe.test(from) || !from.startsWith('https://') ? null : URL.parse(from);
  if (!url || url.username || url.password) return null;
  const client = Object.values(clients).find(({ origin }) => origin === url.origin);
  return client ? { kind: 'client', href: url.href, name: client.name } : null;
};
