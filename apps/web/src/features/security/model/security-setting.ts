import type { Me } from '@foyer/contract/api/auth';
import { type Claims, hasClaim } from '../../../lib/claims.ts';

/** Settings of the security page. One is changed at a time (SC-01). */
export type SecuritySetting = 'email' | 'password' | 'mfa' | 'recovery' | 'passkeys';

const claimOf = { email: 'usr:info:update', password: 'usr:password:update', mfa: 'access:mfa:create' } as const;

/** Settings that need a claim. */
export type ClaimedSetting = keyof typeof claimOf;

/** Whether the claim that a setting needs is held (SC-09); the server decides the same. Two-step is one claim for on and off. */
export const mayChange = (setting: ClaimedSetting, claims: Claims): boolean => hasClaim(claims, claimOf[setting]);

/** Whether a setting waits for a verified address (H1, L3). Two-step authentication that is on can be switched off. */
const waitsForVerifying = (setting: ClaimedSetting, { emailVerified, isMfaEnabled }: ActiveUser): boolean =>
  !emailVerified && (setting === 'email' || (setting === 'mfa' && !isMfaEnabled));

type ActiveUser = Pick<Me['user'], 'emailVerified' | 'isMfaEnabled'>;

/** The editor that `?active=` opens: one that exists and may be used; anything else opens none (SC-01). */
export const activeSetting = (active: string | null, claims: Claims, user: ActiveUser): SecuritySetting | null =>
  (active === 'email' || active === 'password' || active === 'mfa') &&
  mayChange(active, claims) &&
  !waitsForVerifying(active, user)
    ? active
    : null;
