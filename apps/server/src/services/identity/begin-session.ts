import type { Instant } from '@foyer/contract/vocabulary/instants';
import { isWithinRanges } from '@foyer/domain/security/network-range';
import { Refused } from '../refused.ts';
import type { DeviceTokens } from './device-tokens.ts';
import type { BeginSession, LockedUser, Origin, SecurityWrites, SignInRows } from './ports.ts';
import { tellOwner } from './security-mail.ts';
import { REFRESH_IDLE_MS, SESSION_LIFE_MS, type Tokens } from './tokens.ts';

/** threats.md §3: the oldest session ends; devices beyond are simply no longer known. */
const MAX_SESSIONS = 20;
const MAX_DEVICES = 20;

export type SignInWrites = SecurityWrites & SignInRows;

export interface Entry {
  readonly origin: Origin;
  readonly now: Instant;
  /** The device token that came along. */
  readonly device: string | undefined;
}

export interface OpenSessionNeeds {
  readonly tokens: Pick<Tokens, 'refresh'>;
  readonly devices: DeviceTokens;
  readonly newId: (kind: 'session' | 'device') => string;
  /** What a mail says of where somebody came from. */
  readonly originFacts: (origin: Origin) => Readonly<Record<string, string>>;
}

/** Readings 8.3, in its words. It is told only to somebody who has the password, or the passkey, already. */
export const networkRefusal = (cidrRestriction: string | null, address: string | null): Refused | null =>
  isWithinRanges(cidrRestriction, address)
    ? null
    : new Refused('INVALID_CREDENTIALS', { message: 'This account only allows certain network addresses.' });

/**
 * Begins the session of a user who has proved who they are, by whatever means: within the transaction that holds their
 * lock, so that a change of credentials comes before it or ends it (INV-14). A device that was never here before is
 * remembered, and the owner of an account that was used before is told.
 */
export const makeOpenSession =
  ({ tokens, devices, newId, originFacts }: OpenSessionNeeds) =>
  async (tx: SignInWrites, user: LockedUser, { origin, now, device }: Entry): ReturnType<BeginSession> => {
    const { userId, accountId } = user;
    const sessionId = newId('session');
    await tx.startSession(
      {
        id: sessionId,
        userId,
        now,
        refreshExpiresAt: now + REFRESH_IDLE_MS,
        expiresAt: now + SESSION_LIFE_MS,
        userAgent: origin.userAgent,
        address: origin.address,
      },
      MAX_SESSIONS,
    );
    await tx.record({ ...origin, type: 'signed_in', accountId, sessionId });

    const presented = devices.read(device, userId);
    const known = presented !== null && (await tx.touchDevice(presented, userId, now));
    const deviceId = known ? presented : newId('device');
    if (!known) {
      await tx.addDevice(deviceId, userId, now, MAX_DEVICES);
      if (user.lastAuthAt !== null) await tx.mail(tellOwner('new_device', user, now, originFacts(origin)));
    }
    return { refreshToken: tokens.refresh(sessionId, 0), device: devices.of(deviceId, userId) };
  };

export type OpenSession = ReturnType<typeof makeOpenSession>;

export interface BeginSessionNeeds {
  readonly inTransaction: <T>(work: (tx: SignInWrites) => Promise<T>) => Promise<T>;
  readonly openSession: OpenSession;
}

/** The same where nothing else has to be written with it: a passkey alone, or another provider's word. */
export const makeBeginSession =
  ({ inTransaction, openSession }: BeginSessionNeeds): BeginSession =>
  (userId, device, origin, now) =>
    inTransaction(async (tx) => {
      const user = await tx.lockUser(userId);
      if (!user) throw new Refused('INVALID_CREDENTIALS');
      const refusal = networkRefusal(user.cidrRestriction, origin.address);
      if (refusal) throw refusal;
      return openSession(tx, user, { origin, now, device });
    });
