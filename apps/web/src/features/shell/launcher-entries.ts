import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type Claims, hasClaim } from '../../lib/claims.ts';
import { paths } from '../../lib/paths.ts';
import { externalTarget, withTargets } from './menu-target.ts';

/** The launcher's products: shown to a brand that has one, each with its claim (SH-08, HO-09). Empty: no launcher. */
export const launcherEntries = ({ brand, links }: PortalConfig, claims: Claims) =>
  brand.hasLauncher
    ? withTargets<'drive' | 'scope'>([
        ['drive', hasClaim(claims, 'drive') ? (externalTarget(links.driveApp) ?? { to: paths.drive() }) : null],
        ['scope', hasClaim(claims, 'tron') ? (externalTarget(links.scopeApp) ?? { to: paths.scope() }) : null],
      ])
    : [];
