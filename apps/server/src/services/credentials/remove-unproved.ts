import type { LockedUser, Origin } from '../identity/ports.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { MailCause } from './mail-jobs.ts';
import type { CredentialTx } from './ports.ts';

/** Kinds of sign-in method, as the mail lists them. */
export type SignInMethod = 'passkeys' | 'twoStep' | 'recoveryCodes' | 'networks' | 'devices';

/** Removes every sign-in method that was added before the address was verified (H1, M4): another person may have added it. */
export const removeUnproved = async (
  tx: CredentialTx,
  user: LockedUser,
  cause: MailCause,
  origin: Omit<Origin, 'language' | 'languageChosen'>,
): Promise<void> => {
  if (user.emailVerifiedAt === null) await removeSignInMethods(tx, user, cause, origin);
};

/**
 * Removes every sign-in method but the password. The caller verifies the address in the same transaction. Where more than
 * known devices was removed, every session ends and a mail lists the kinds. The names of the passkeys are left out,
 * because another person may have chosen them.
 */
export const removeSignInMethods = async (
  tx: CredentialTx,
  user: LockedUser,
  cause: MailCause,
  origin: Omit<Origin, 'language' | 'languageChosen'>,
): Promise<void> => {
  const { accountId } = user;
  const { passkeys, recoveryCodes, devices } = await tx.removeSignInMethods(user);
  const hadTwoStep = user.mfaEnabledAt !== null;
  const hadNetworks = user.cidrRestriction !== null;
  if (passkeys === 0 && recoveryCodes === 0 && !hadTwoStep && !hadNetworks) return;
  const removed: readonly (readonly [SignInMethod, boolean])[] = [
    ['passkeys', passkeys > 0],
    ['twoStep', hadTwoStep],
    ['recoveryCodes', recoveryCodes > 0],
    ['networks', hadNetworks],
    ['devices', devices > 0],
  ];
  await tx.endSessions(user, null, 'credentials_changed');
  await tx.voidEmailTokens(user);
  const event = { ...origin, accountId, sessionId: null };
  if (passkeys > 0) await tx.record({ ...event, type: 'passkey_removed' });
  if (hadTwoStep) await tx.record({ ...event, type: 'mfa_disabled' });
  if (hadNetworks) await tx.record({ ...event, type: 'networks_changed' });
  const kinds = removed.flatMap(([kind, wasThere]) => (wasThere ? [kind] : []));
  await tx.mail(notifyOwner('sign_in_methods_removed', user, cause.at, { ...cause.facts, removed: kinds.join(' ') }));
};
