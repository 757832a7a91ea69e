import type { Me } from '@foyer/contract/api/auth';
import { type Claims, hasClaim } from '../../../shared/account/claims.ts';

/** Settings of the security page. One is changed at a time (SC-01). */
export type SecuritySetting = 'email' | 'password' | 'mfa' | 'recovery' | 'passkeys';

const claimOf = { email: 'usr:info:update', password: 'usr:password:update', mfa: 'access:mfa:create' } as const;

/** Settings that need a claim. */
export type ClaimedSetting = keyof typeof claimOf;

/**
 * Returns whether the user has the claim of a setting (SC-09). The server checks the same. Two-step authentication has
 * one claim for on and off.
 */
export const mayChange = (setting: ClaimedSetting, claims: Claims): boolean => hasClaim(claims, claimOf[setting]);

/**
 * Returns whether a setting needs a verified address first (H1, L3). Two-step authentication can be turned off without.
 */
const waitsForVerifying = (setting: ClaimedSetting, { emailVerified, isMfaEnabled }: ActiveUser): boolean =>
  !emailVerified && (setting === 'email' || (setting === 'mfa' && !isMfaEnabled));

type ActiveUser = Pick<Me['user'], 'emailVerified' | 'isMfaEnabled'>;

/** Editor for `?active=`, if it exists and is allowed (SC-01). */
export const activeSetting = (active: string | null, claims: Claims, user: ActiveUser): SecuritySetting | null =>
  (active === 'email' || active === 'password' || active === 'mfa') &&
  mayChange(active, claims) &&
  !waitsForVerifying(active, user)
    ? active
    : null;
