import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { type Claims, hasClaim } from '../../lib/claims.ts';
import { paths } from '../../lib/paths.ts';
import { outside, present } from './menu-target.ts';

export type UserEntry = 'account' | 'settings' | 'contacts' | 'feedback' | 'support';

/** The user menu without Sign out, which is always last: contacts need the trigger-list role, feedback and support a brand that has them (SH-08). */
export const userEntries = ({ brand, links, contactsClaim }: PortalConfig, claims: Claims) =>
  present<UserEntry>([
    ['account', { to: paths.home }],
    ['settings', outside(links.settings) ?? { to: paths.security() }],
    ['contacts', hasClaim(claims, contactsClaim) ? outside(links.contacts) : null],
    ['feedback', brand.hasFeedback ? outside(links.feedback) : null],
    ['support', brand.hasFeedback ? outside(links.support) : null],
  ]);
