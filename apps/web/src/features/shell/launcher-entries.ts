import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type Claims, hasClaim } from '../../lib/claims.ts';
import { paths } from '../../lib/paths.ts';
import { outside, present } from './menu-target.ts';

/** The launcher's products: shown to a brand that has one, each with its claim (SH-08, HO-09). Empty: no launcher. */
export const launcherEntries = ({ brand, links }: PortalConfig, claims: Claims) =>
  brand.hasLauncher
    ? present<'drive' | 'scope'>([
        ['drive', hasClaim(claims, 'drive') ? (outside(links.driveApp) ?? { to: paths.drive() }) : null],
        ['scope', hasClaim(claims, 'tron') ? (outside(links.scopeApp) ?? { to: paths.scope() }) : null],
      ])
    : [];
