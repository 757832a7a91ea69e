import { type Claims, hasClaim } from '../../../lib/claims.ts';

/** What can be changed on the security page, one at a time (SC-01). */
export type SecuritySetting = 'email' | 'password' | 'mfa' | 'recovery' | 'passkeys';

const claimOf = { email: 'usr:info:update', password: 'usr:password:update', mfa: 'access:mfa:create' } as const;

/** Whether the claim that a setting needs is held (SC-09); the server decides the same. Two-step is one claim for on and off. */
export const mayChange = (setting: keyof typeof claimOf, claims: Claims): boolean => hasClaim(claims, claimOf[setting]);

/** The editor that `?active=` opens: one that exists and may be used; anything else opens none (SC-01). */
export const activeSetting = (active: string | null, claims: Claims): SecuritySetting | null =>
  (active === 'email' || active === 'password' || active === 'mfa') && mayChange(active, claims) ? active : null;
