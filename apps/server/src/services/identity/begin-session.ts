import type { SignInMethod } from '@foyer/contract/api/activity';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { isWithinRanges } from '@foyer/domain/identity/network-range';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { type DeviceTokens, MAX_KNOWN_DEVICES } from './login-attempt-ports.ts';
import type { BeginSession, Entrance, LockedUser, Origin, SecurityWrites, SignInRows, UserOfAccount } from './ports.ts';
import { notifyOwner } from './security-mail.ts';
import { FIRST_TOKEN_LIFE_MS, SESSION_LIFE_MS, type Tokens } from './tokens.ts';

/** Sessions of one account. A further one ends the oldest. */
export const MAX_SESSIONS = 20;

export type SignInWrites = SecurityWrites & SignInRows;

export interface Entry {
  readonly method: SignInMethod;
  readonly origin: Origin;
  readonly now: Instant;
  /** Device token of the request. */
  readonly device: string | undefined;
  /** Keys of failed attempts to clear. */
  readonly clear?: readonly string[];
}

interface OpenSessionDependencies {
  readonly tokens: Pick<Tokens, 'refresh'>;
  readonly devices: DeviceTokens;
  /** Enters in a separate statement, for sign-ins that write nothing else. */
  readonly enterAlone: SignInRows['enter'];
}

/**
 * Refusal of a sign-in from outside the networks that the account allows, else null. The caller has proved the password or
 * the passkey before, so a stranger learns nothing from it.
 */
export const networkRefusal = (cidrRestriction: string | null, address: string | null): Refused | null =>
  isWithinRanges(cidrRestriction, address)
    ? null
    : new Refused('INVALID_CREDENTIALS', {
        message: 'This account only allows certain network addresses.',
        code: 'network',
      });

/** Begins the session of a user whose identity is proved. */
export const makeOpenSession = (
  { newId, originFacts }: Platform,
  { tokens, devices, enterAlone }: OpenSessionDependencies,
) => {
  const entrance = (
    { userId, accountId }: UserOfAccount,
    { method, origin, now, clear = [] }: Entry,
    deviceId: string,
  ): Entrance & { readonly deviceId: string } => ({
    session: {
      id: newId('session'),
      userId,
      accountId,
      now,
      refreshExpiresAt: now + FIRST_TOKEN_LIFE_MS,
      expiresAt: now + SESSION_LIFE_MS,
      userAgent: origin.userAgent,
      address: origin.address,
    },
    eventId: newId('audit'),
    requestId: origin.requestId,
    method,
    deviceId,
    language: origin.languageChosen ? origin.language : null,
    clear,
    unchanged: null,
  });
  const opened = ({ session, deviceId }: ReturnType<typeof entrance>) => ({
    refreshToken: tokens.refresh(session.id, 0),
    device: devices.sign(deviceId, session.userId),
  });

  return {
    /**
     * Begins it in the transaction that holds the user's lock, so that a change of credentials comes before it or ends it
     * (INV-14). It stores a new device and mails the owner, unless this is the first sign-in. An account with an unverified
     * address gets neither, because the address may be a stranger's (H1).
     */
    within: async (tx: SignInWrites, user: LockedUser, entry: Entry): ReturnType<BeginSession> => {
      const { userId, lastAuthAt, emailVerifiedAt } = user;
      const entering = entrance(user, entry, devices.verify(entry.device, userId) ?? newId('device'));
      const entered = await tx.enter(entering, MAX_SESSIONS);
      if (!entered) throw new Refused('INVALID_CREDENTIALS');
      if (entered.deviceKnown || emailVerifiedAt === null) return opened(entering);
      await tx.addDevice(entering.deviceId, user, entry.now, MAX_KNOWN_DEVICES);
      if (lastAuthAt !== null) await tx.mail(notifyOwner('new_device', user, entry.now, originFacts(entry.origin)));
      return opened(entering);
    },
    /** Begins it on a known device, if the password hash is still the one that was checked. */
    alone: async (
      user: UserOfAccount,
      deviceId: string,
      checkedHash: string,
      entry: Entry,
    ): ReturnType<BeginSession> => {
      const entering = { ...entrance(user, entry, deviceId), unchanged: checkedHash };
      if (!(await enterAlone(entering, MAX_SESSIONS))) throw new Refused('INVALID_CREDENTIALS');
      return opened(entering);
    },
  };
};

export type OpenSession = ReturnType<typeof makeOpenSession>;

interface BeginSessionDependencies {
  readonly inTransaction: <T>(work: (tx: SignInWrites) => Promise<T>) => Promise<T>;
  readonly openSession: Pick<OpenSession, 'within'>;
}

/** Begins a session in a separate transaction, for sign-ins with a passkey or an external provider. */
export const makeBeginSession =
  ({ inTransaction, openSession }: BeginSessionDependencies): BeginSession =>
  (userId, method, device, origin, now) =>
    inTransaction(async (tx) => {
      const user = await tx.lockUser(userId);
      if (!user) throw new Refused('INVALID_CREDENTIALS');
      const refusal = networkRefusal(user.cidrRestriction, origin.address);
      if (refusal) throw refusal;
      return openSession.within(tx, user, { method, origin, now, device });
    });
