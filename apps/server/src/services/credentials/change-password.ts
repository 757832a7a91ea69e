import type { TokenPair } from '@foyer/contract/api/auth';
import { hasClaim } from '@foyer/domain/identity/claims';
import type { ConfirmPassword } from '../identity/confirm-password.ts';
import type { Origin, PasswordHasher, Principal, RenewTokens } from '../identity/ports.ts';
import { requireConfirmed } from '../identity/require-confirmed.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { InCredentialTransaction, RefuseBadPassword, UserRows } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InCredentialTransaction;
  readonly reads: Pick<UserRows, 'profile'>;
  readonly confirmPassword: ConfirmPassword;
  readonly refuseBadPassword: RefuseBadPassword;
  readonly renewTokens: RenewTokens;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
}

export interface PasswordChange {
  readonly password?: string | undefined;
  readonly newPassword?: string | undefined;
}

/** Sets a new password. All other sessions end, links in mails become void, and this session gets new tokens (INV-14). */
export const makeChangePassword =
  (platform: Platform, needs: Dependencies) =>
  async (principal: Principal, { password, newPassword = '' }: PasswordChange, origin: Origin): Promise<TokenPair> => {
    if (!hasClaim(principal.claims, 'usr:password:update')) throw new Refused('FORBIDDEN');
    const { userId, accountId, sessionId } = principal;
    const confirmed = await needs.confirmPassword(principal, password, origin);
    const profile = await needs.reads.profile(userId);
    if (!profile) throw new Refused('UNAUTHORIZED');
    const { language } = origin;
    await needs.refuseBadPassword(
      { text: newPassword, field: 'newPassword', current: password ?? '', language },
      profile,
    );
    const passwordHash = await needs.hasher.hash(newPassword);
    return needs.inTransaction(async (tx) => {
      const user = requireConfirmed(await tx.lockUser(userId), confirmed);
      const now = platform.wallNow();
      await tx.setPassword(userId, passwordHash, now, sessionId);
      await tx.endSessions(user, sessionId, 'credentials_changed');
      await tx.voidEmailTokens(user);
      await tx.record({ ...origin, type: 'password_changed', accountId, sessionId });
      await tx.mail(notifyOwner('password_changed', user, now, platform.originFacts(origin)));
      return needs.renewTokens(tx, sessionId, now);
    });
  };
