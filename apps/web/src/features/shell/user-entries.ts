import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { paths } from '../../lib/paths.ts';
import { type Claims, hasClaim } from '../../shared/account/claims.ts';

/** Target of a menu item: a path of the portal or an address of the brand. */
type Target = { readonly to: string } | { readonly href: string };

/** Returns the target for an address of the brand; null without one. */
const externalTarget = (href: string | null): Target | null => (href ? { href } : null);

/** Returns the items that have a target. */
const withTargets = <Key extends string>(list: readonly (readonly [Key, Target | null])[]) =>
  list.flatMap(([key, target]) => (target ? [{ key, target }] : []));

export type UserEntry = 'account' | 'settings' | 'contacts' | 'feedback' | 'support';

/**
 * Entries of the user menu except Sign out, which is last (SH-08). Contacts need the trigger-list role, and feedback
 * and support an address of the brand.
 */
export const userEntries = ({ brand, links, contactsClaim }: PortalConfig, claims: Claims) =>
  withTargets<UserEntry>([
    ['account', { to: paths.home }],
    ['settings', externalTarget(links.settings) ?? { to: paths.security() }],
    ['contacts', hasClaim(claims, contactsClaim) ? externalTarget(links.contacts) : null],
    ['feedback', brand.hasFeedback ? externalTarget(links.feedback) : null],
    ['support', brand.hasFeedback ? externalTarget(links.support) : null],
  ]);
