import type { Instant } from '@foyer/contract/vocabulary/instants';
import { checkEmailToken, type EmailToken, type Follower } from '@foyer/domain/identity/email-token';
import type { Result } from '@foyer/domain/result';
import type { LockedUser } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { CredentialTx, InCredentialTransaction } from './ports.ts';

interface Dependencies {
  /** Returns the id in a genuine secret, otherwise null. */
  readonly readLink: (secret: string) => string | null;
  readonly inTransaction: InCredentialTransaction;
}

/** Refuses a wrong link. INVALID_TOKEN has status 400 here, because a 401 would sign the user out. */
const orRefuseLink = (checked: Result<EmailToken>): EmailToken => {
  if (checked.ok) return checked.value;
  throw new Refused(checked.type, checked.type === 'INVALID_TOKEN' ? { status: 400 } : {});
};

/** Returns the row of a link. A forged secret and a deleted link get the same refusal. */
export const openLink = async (
  readLink: Dependencies['readLink'],
  rows: Pick<CredentialTx, 'token'>,
  secret: string,
): Promise<EmailToken> => {
  const id = readLink(secret);
  const token = id === null ? null : await rows.token(id);
  if (!token) throw new Refused('INVALID_TOKEN', { status: 400 });
  return token;
};

export const checkLink = (token: EmailToken | null, follower: Follower, now: Instant): EmailToken =>
  orRefuseLink(checkEmailToken(token, follower, now));

/**
 * Uses a link and runs `work` in one transaction. The link is checked again under the lock of its user. So only one of two
 * parallel calls succeeds (INV-18).
 */
export const makeFollowLink =
  ({ wallNow }: Platform, { readLink, inTransaction }: Dependencies) =>
  <T>(
    secret: string,
    follower: Follower,
    work: (tx: CredentialTx, user: LockedUser, token: EmailToken, now: Instant) => Promise<T>,
  ): Promise<T> =>
    inTransaction(async (tx) => {
      const { id, userId } = await openLink(readLink, tx, secret);
      const user = await tx.lockUser(userId);
      if (!user) throw new Refused('INVALID_USER');
      const now = wallNow();
      const token = checkLink(await tx.token(id), follower, now);
      await tx.useToken(id, user, now);
      return work(tx, user, token, now);
    });

export type FollowLink = ReturnType<typeof makeFollowLink>;
