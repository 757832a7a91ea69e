import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { hasClaim } from '../../lib/claims.ts';
import { paths } from '../../lib/paths.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Where a menu item leads: inside the portal or to an address of the brand. */
export type Target = { readonly to: string } | { readonly href: string };

export type UserEntry = 'account' | 'settings' | 'contacts' | 'feedback' | 'support';
export type LauncherEntry = 'drive' | 'scope';

const outside = (href: string | null): Target | null => (href ? { href } : null);

const present = <Key extends string>(list: readonly (readonly [Key, Target | null])[]) =>
  list.flatMap(([key, target]) => (target ? [{ key, target }] : []));

/** The user menu without Sign out, which is always last: contacts need the trigger-list role, feedback and support a brand that has them (SH-08). */
export const userEntries = ({ brand, links }: PortalConfig, claims: Claims) =>
  present<UserEntry>([
    ['account', { to: paths.home }],
    ['settings', outside(links.settings) ?? { to: paths.security() }],
    ['contacts', hasClaim(claims, 'trigger:list') ? outside(links.contacts) : null],
    ['feedback', brand.hasFeedback ? outside(links.feedback) : null],
    ['support', brand.hasFeedback ? outside(links.support) : null],
  ]);

/** The launcher's products: shown to a brand that has one, each with its claim (SH-08, HO-09). Empty: no launcher. */
export const launcherEntries = ({ brand, links }: PortalConfig, claims: Claims) =>
  brand.hasLauncher
    ? present<LauncherEntry>([
        ['drive', hasClaim(claims, 'drive') ? (outside(links.driveApp) ?? { to: paths.drive() }) : null],
        ['scope', hasClaim(claims, 'tron') ? { to: paths.scope() } : null],
      ])
    : [];
