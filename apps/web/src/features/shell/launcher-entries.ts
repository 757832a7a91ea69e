import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type Claims, hasClaim } from '../../lib/claims.ts';
import { paths } from '../../lib/paths.ts';
import { externalTarget, withTargets } from './menu-target.ts';

/** Products of the launcher that the user has the claim for (SH-08, HO-09). Empty if the brand has no launcher. */
export const launcherEntries = ({ brand, links }: PortalConfig, claims: Claims) =>
  brand.hasLauncher
    ? withTargets<'drive' | 'scope'>([
        ['drive', hasClaim(claims, 'drive') ? (externalTarget(links.driveApp) ?? { to: paths.drive() }) : null],
        ['scope', hasClaim(claims, 'tron') ? (externalTarget(links.scopeApp) ?? { to: paths.scope() }) : null],
      ])
    : [];
