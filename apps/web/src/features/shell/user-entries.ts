import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { paths } from '../../lib/paths.ts';
import { type Claims, hasClaim } from '../../shared/account/claims.ts';
import { externalTarget, withTargets } from './menu-target.ts';

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
