import type { TokenPair } from '@foyer/contract/api/auth';
import type { Passkey } from '@foyer/contract/api/passkeys';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import { hasClaim } from '@foyer/domain/identity/claims';
import type { ConfirmPassword } from '../identity/confirm-password.ts';
import type { Origin, Principal, RenewTokens, SecurityWrites } from '../identity/ports.ts';
import { requireConfirmed } from '../identity/require-confirmed.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { Refused, requireVerifiedEmail } from '../refused.ts';
import { CHALLENGE_LIFE_MS } from './check-passkey.ts';
import type { PasskeyProtocol, PasskeyRow, PasskeyStore, PasskeyWrites } from './ports.ts';
import type { RelyingPartyOf } from './relying-party.ts';

const MAX_PASSKEYS = 20;

interface Dependencies {
  readonly store: Pick<PasskeyStore, 'addChallenge' | 'takeChallenge' | 'ofUser' | 'holder'>;
  readonly inTransaction: <T>(work: (tx: SecurityWrites & PasskeyWrites) => Promise<T>) => Promise<T>;
  readonly protocol: Pick<PasskeyProtocol, 'registrationOptions' | 'readAdded'>;
  readonly confirmPassword: ConfirmPassword;
  readonly renewTokens: RenewTokens;
  readonly relyingPartyOf: RelyingPartyOf;
  /** Name of the site that the browser shows. */
  readonly siteName: (hostname: string) => string;
}

const viewPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.synced,
  createdAt: new Date(row.createdAt).toISOString(),
  lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
});

/** Lists the passkeys of a user, oldest first (BY-01). */
export const makeListPasskeys =
  (store: Pick<PasskeyStore, 'ofUser'>) =>
  async (principal: Principal): Promise<Passkey[]> =>
    (await store.ofUser(principal)).map(viewPasskey);

/**
 * Begins to add a passkey. It requires the claim for two-step authentication (SC-09) and the account password, even after a
 * recent sign-in.
 */
export const makeBeginPasskey =
  (platform: Platform, needs: Dependencies) =>
  async (
    principal: Principal,
    password: string | undefined,
    hostname: string,
    origin: Origin,
  ): Promise<{ challengeId: string; options: Record<string, unknown> }> => {
    const { store, protocol } = needs;
    const { userId } = principal;
    if (!hasClaim(principal.claims, 'access:mfa:create')) throw new Refused('FORBIDDEN');
    requireVerifiedEmail(principal);
    await needs.confirmPassword(principal, password, origin);
    const [known, holder] = await Promise.all([store.ofUser(principal), store.holder(userId)]);
    if (!holder) throw new Refused('INVALID_TOKEN');
    if (known.length >= MAX_PASSKEYS) {
      throw new Refused('FORBIDDEN', { message: `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.` });
    }
    const party = needs.relyingPartyOf(hostname);
    const ofThisSite = known.filter(({ rpId }) => rpId === party.id);
    const asked = await protocol.registrationOptions(
      party,
      needs.siteName(hostname),
      { ...holder, userId },
      ofThisSite,
    );
    const id = platform.newId('challenge');
    const now = platform.wallNow();
    await store.addChallenge({ id, userId, rpId: party.id, challenge: asked.challenge }, now, now + CHALLENGE_LIFE_MS);
    return { challengeId: id, options: asked.options };
  };

/**
 * Adds the passkey that the browser made for a challenge of this user, and mails the owner. The session gets new tokens
 * (INV-14).
 */
export const makeAddPasskey =
  (platform: Platform, needs: Dependencies) =>
  async (
    principal: Principal,
    answer: { readonly challengeId: string; readonly response: unknown; readonly name: string },
    origin: Origin,
  ): Promise<Passkey & { tokens: TokenPair }> => {
    requireVerifiedEmail(principal);
    const { userId, accountId, sessionId } = principal;
    const now = platform.wallNow();
    const asked = await needs.store.takeChallenge(answer.challengeId, userId, now);
    if (!asked) throw new Refused('PASSKEY_NOT_VALID');
    const party = needs.relyingPartyOf(asked.rpId);
    const credential = await needs.protocol.readAdded(answer.response, { party, challenge: asked.challenge });
    if (!credential) throw new Refused('PASSKEY_NOT_VALID');
    const row: PasskeyRow = {
      ...credential,
      id: platform.newId('passkey'),
      userId,
      accountId,
      rpId: party.id,
      name: withoutHidden(answer.name).trim(),
      lastUsedAt: null,
      createdAt: now,
    };
    const tokens = await needs.inTransaction(async (tx) => {
      const user = await tx.lockUser(userId);
      if (!user) throw new Refused('INVALID_TOKEN');
      if ((await tx.countPasskeys(user)) >= MAX_PASSKEYS || !(await tx.addPasskey(row))) {
        throw new Refused('PASSKEY_NOT_VALID');
      }
      await tx.record({ ...origin, type: 'passkey_added', accountId, sessionId });
      await tx.mail(notifyOwner('passkey_added', user, now, { ...platform.originFacts(origin), passkey: row.name }));
      return needs.renewTokens(tx, sessionId, now);
    });
    return { ...viewPasskey(row), tokens };
  };

/**
 * Removes a passkey, with the account password. The device may be lost or stolen, so all other sessions end and links in
 * mails become void (INV-14).
 */
export const makeRemovePasskey =
  (platform: Platform, needs: Dependencies) =>
  async (principal: Principal, id: string, password: string | undefined, origin: Origin): Promise<TokenPair> => {
    const { userId, accountId, sessionId } = principal;
    const confirmed = await needs.confirmPassword(principal, password, origin);
    return needs.inTransaction(async (tx) => {
      const user = requireConfirmed(await tx.lockUser(userId), confirmed);
      const name = await tx.removePasskey(id, user);
      if (name === null) throw new Refused('NOT_FOUND');
      await tx.endSessions(user, sessionId, 'credentials_changed');
      await tx.voidEmailTokens(user);
      await tx.record({ ...origin, type: 'passkey_removed', accountId, sessionId });
      const facts = { ...platform.originFacts(origin), passkey: name };
      const now = platform.wallNow();
      await tx.mail(notifyOwner('passkey_removed', user, now, facts));
      return needs.renewTokens(tx, sessionId, now);
    });
  };
