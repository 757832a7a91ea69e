import { createHmac } from 'node:crypto';
import { type Instant, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { afterFailure, isLocked, signInPolicy } from '@foyer/domain/security/lockout';
import { Refused } from '../refused.ts';
import type { IdentityStore, Origin, PasswordHasher } from './ports.ts';
import { REFRESH_IDLE_MS, SESSION_LIFE_MS, type Tokens } from './tokens.ts';

const MAX_SESSIONS = 20;

export interface SignInNeeds {
  readonly store: IdentityStore;
  readonly hasher: PasswordHasher;
  readonly tokens: Tokens;
  readonly newSessionId: () => string;
  readonly wallNow: () => Instant;
  readonly secret: string;
}

/** Failures are counted under a keyed hash, so the table says nothing about who has an account. */
const counterKey = (secret: string, email: string): string =>
  `sign-in:${createHmac('sha256', secret).update(email.trim().toLowerCase()).digest('base64url')}`;

/**
 * Signs in with e-mail and password. An unknown e-mail costs the same work and gives the same answer as a wrong password
 * (INV-19); repeated failures lock that e-mail for a while, whether it exists or not. Each guess is counted before it is
 * looked at, so a burst of them has no more tries than a row of them; a right one clears the count.
 */
export const makeSignIn =
  ({ store, hasher, tokens, newSessionId, wallNow, secret }: SignInNeeds) =>
  async (email: string, password: string, origin: Origin): Promise<{ refreshToken: string }> => {
    const now = wallNow();
    const key = counterKey(secret, email);
    let refused = false;
    const guess = await store.takeGuess(key, now, (counter) => {
      refused = isLocked(counter, now);
      return refused ? null : afterFailure(counter, signInPolicy, now);
    });
    if (refused) {
      const seconds = Math.ceil(((guess.lockedUntil ?? now) - now) / SECOND_MS);
      throw new Refused('RATE_LIMITED', { retryAfterSeconds: seconds });
    }
    const found = await store.credentials(email.trim());
    const genuine = await hasher.verify(found?.passwordHash ?? hasher.decoy, password);
    const event = {
      accountId: found?.accountId ?? null,
      sessionId: null,
      address: origin.address,
      requestId: origin.requestId,
    };
    if (!found || !genuine) {
      await store.record({ ...event, type: guess.lockedUntil === null ? 'sign_in_failed' : 'sign_in_locked' });
      throw new Refused('INVALID_CREDENTIALS');
    }
    await store.clearFailures(key);
    const id = newSessionId();
    await store.startSession(
      {
        id,
        userId: found.userId,
        now,
        refreshExpiresAt: now + REFRESH_IDLE_MS,
        expiresAt: now + SESSION_LIFE_MS,
        userAgent: origin.userAgent,
        address: origin.address,
      },
      MAX_SESSIONS,
    );
    await store.record({ ...event, type: 'signed_in', sessionId: id });
    return { refreshToken: tokens.refresh(id, 0) };
  };
