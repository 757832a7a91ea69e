import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { paths } from '../../lib/paths.ts';
import { type Claims, hasClaim } from '../../shared/account/claims.ts';

/**
 * Products of the launcher that the user has the claim for (SH-08, HO-09). Empty if the brand has no launcher. A metered
 * family is in it only if it has an address.
 */
export const launcherEntries = ({ brand, families }: PortalConfig, claims: Claims) =>
  families
    .filter(
      ({ claim, app, kind }) => brand.hasLauncher && (app || kind !== 'metered') && (!claim || hasClaim(claims, claim)),
    )
    .map(({ key, kind, name, app }) => ({
      key,
      kind,
      name,
      target: app ? { href: app } : { to: paths.subscription(key) },
    }));
