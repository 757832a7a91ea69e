import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type Claims, hasClaim } from '../../lib/claims.ts';
import { paths } from '../../lib/paths.ts';
import { externalTarget, withTargets } from './menu-target.ts';

export type UserEntry = 'account' | 'settings' | 'contacts' | 'feedback' | 'support';

/** The user menu without Sign out, which is always last: contacts need the trigger-list role, feedback and support a brand that has them (SH-08). */
export const userEntries = ({ brand, links, contactsClaim }: PortalConfig, claims: Claims) =>
  withTargets<UserEntry>([
    ['account', { to: paths.home }],
    ['settings', externalTarget(links.settings) ?? { to: paths.security() }],
    ['contacts', hasClaim(claims, contactsClaim) ? externalTarget(links.contacts) : null],
    ['feedback', brand.hasFeedback ? externalTarget(links.feedback) : null],
    ['support', brand.hasFeedback ? externalTarget(links.support) : null],
  ]);
