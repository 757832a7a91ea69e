import type { ActivityType, SignInMethod } from '@foyer/contract/api/activity';
import type { TokenPair } from '@foyer/contract/api/auth';
import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { BillTo } from '@foyer/domain/billing/entities';
import type { FailureCounter } from '@foyer/domain/security/lockout';
import type { RefreshFamily } from '@foyer/domain/security/refresh-rotation';
import type { SecurityMailJob } from '../mail/ports.ts';

export type { SignInMethod } from '@foyer/contract/api/activity';

export type Claims = Readonly<Record<string, unknown>>;

/** A user as the door sees one. */
export interface SignInUser {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly brand: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  readonly passwordHash: string;
  readonly passwordChangedAt: Instant | null;
  readonly mfaEnabledAt: Instant | null;
  readonly cidrRestriction: string | null;
  /** When the device that was named last signed in; null when it is none of theirs. */
  readonly deviceUsedAt: Instant | null;
  /** True if the query counted the attempt of that device: it had no failed attempt since its last sign-in. */
  readonly isDeviceAttemptCounted: boolean;
}

/** Who has an address, and the address as the database compares it: one text for all that find the same row. */
export interface FoundByEmail<Row> {
  readonly folded: string;
  readonly row: Row | null;
}

/** A device that claims to be known, and the counter to store if it is and has no failed attempts. */
type NamedDevice = { readonly id: string; readonly key: string; readonly firstAttempt: FailureCounter };

export interface Session extends RefreshFamily {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly expiresAt: Instant;
  /** As the customer is greeted (HO-01). */
  readonly firstName: string;
}

/** Who is calling: the session of an access token with its user, read in one statement. */
export interface Principal {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly claims: Claims;
  /** What the user's mails and receipts are written in. */
  readonly language: Language;
  /** Null until the address is verified. A verified address never becomes unverified again. */
  readonly emailVerifiedAt: Instant | null;
  /** Operator who looks at the customer's pages; the session is a read-only view then. Left out for a customer. */
  readonly viewedBy?: string;
}

/** The caller as the database knows it, with the generation that the session's access tokens begin with. */
export interface SessionPrincipal extends Principal {
  readonly firstGeneration: number;
}

export interface AddressRow extends BillTo {
  readonly phone1: string | null;
}

export interface MeRow extends SessionPrincipal {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mfaEnabledAt: Instant | null;
  readonly allowDataCollection: boolean;
  readonly lastAuthAt: Instant | null;
  readonly passwordChangedAt: Instant | null;
  readonly accessStatus: string;
  readonly cidrRestriction: string | null;
  readonly exportStatus: string;
  /** About marketing news, whatever it was (HO-02). */
  readonly marketingAnswered: boolean;
  readonly cardExpYear: number | null;
  readonly cardExpMonth: number | null;
  readonly clockFrozenAt: Instant | null;
  readonly addresses: readonly AddressRow[];
}

export interface SecurityEvent {
  readonly type: ActivityType;
  readonly accountId: AccountId | null;
  readonly sessionId: SessionId | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}

export interface IdentityStore {
  /**
   * Returns the user with this e-mail and the last sign-in of the device, if it is theirs. The statement also counts the first
   * attempt of a device that has signed in since the password was set: most sign-ins come from such a device.
   */
  signInUser(email: string, device: NamedDevice | null, now: Instant): Promise<FoundByEmail<SignInUser>>;
  /**
   * Counts one attempt. Under the lock of the key's row `decide` gets the counter, null before the first failure, and returns
   * the next counter, or null when the key is locked. So parallel attempts all count, also on several servers.
   */
  countLoginAttempt(
    key: string,
    now: Instant,
    decide: (counter: FailureCounter | null) => FailureCounter | null,
  ): Promise<FailureCounter>;
  clearFailures(key: string): Promise<void>;
  passwordHash(userId: UserId): Promise<string | null>;
  /** Stores `to` where the hash still is `from`; gives the hash that is stored then, null for a user who is gone. */
  replaceHash(userId: UserId, from: string, to: string): Promise<string | null>;
  /** When a session began and was last proved at the provider, with the hash of its user; null when it is gone. */
  proofOf(id: SessionId): Promise<{
    readonly signedInAt: Instant;
    readonly provedAt: Instant | null;
    readonly passwordHash: string;
  } | null>;
  /** The common case of a refresh in one statement: steps the family when `generation` is the present one. */
  stepSession(step: SessionStep): Promise<SteppedSession | null>;
  /** Makes the unused first token of a live session an authorization code; false when it is none, or is one already. */
  bindCode(id: SessionId, codeChallenge: string, now: Instant): Promise<boolean>;
  /** Steps the family of an unused authorization code whose challenge is the given one. */
  redeemCode(code: SessionStep & { readonly codeChallenge: string }): Promise<SteppedSession | null>;
  session(id: SessionId): Promise<Session | null>;
  /** Remembers that `generation` was handed out again late. False: it was remembered already, or is not the current one. */
  recordLateUse(id: SessionId, generation: number): Promise<boolean>;
  /** Signs out; true when this call ended it. */
  endSession(id: SessionId, ofUser: UserId): Promise<boolean>;
  principal(id: SessionId): Promise<SessionPrincipal | null>;
  me(id: SessionId): Promise<MeRow | null>;
  /** Principal of a live read-only view. */
  viewPrincipal(id: string): Promise<SessionPrincipal | null>;
  /** The same for what `GET me` shows. */
  viewMe(id: string): Promise<MeRow | null>;
  record(event: SecurityEvent): Promise<void>;
}

export interface SessionStep {
  readonly id: SessionId;
  readonly generation: number;
  readonly now: Instant;
  readonly refreshExpiresAt: Instant;
}

export interface SteppedSession {
  readonly userId: UserId;
  readonly generation: number;
  readonly refreshExpiresAt: Instant;
  /** As the customer is greeted (HO-01). */
  readonly firstName: string;
}

export interface NewSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly now: Instant;
  readonly refreshExpiresAt: Instant;
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string | null;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether a genuine hash was made at a lower cost than new ones are. */
  isWeaker(hash: string): boolean;
  /** A hash of nothing anyone knows, so that an unknown e-mail costs the same work as a known one (INV-19). */
  readonly decoy: string;
}

/**
 * Replaces a hash that a password was just verified against, if it was made at a lower cost than today's (ASVS 11.2.2).
 * Gives the hash that is stored from now on. Refuses `INVALID_CREDENTIALS` when the password was changed meanwhile.
 * @param id of the user or operator
 */
export type RenewHash = (id: string, verified: string, password: string) => Promise<string>;

/** A user as the use-cases that change credentials need it; its row is locked to the end of the transaction. */
export interface LockedUser {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly brand: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
  readonly emailVerifiedAt: Instant | null;
  readonly passwordHash: string;
  readonly mfaEnabledAt: Instant | null;
  readonly cidrRestriction: string | null;
  readonly lastAuthAt: Instant | null;
}

/**
 * What every change of credentials does beside its own rows, in the same transaction (INV-14, INV-26): lock the user,
 * end the other sessions, void the links that are on their way, remember the event, queue the mails.
 */
export interface SecurityWrites {
  lockUser(userId: UserId): Promise<LockedUser | null>;
  /** Ends every live session of the user but one; gives how many. */
  endSessions(
    userId: UserId,
    except: SessionId | null,
    reason: 'revoked' | 'credentials_changed' | 'account_closed',
  ): Promise<number>;
  voidEmailTokens(userId: UserId): Promise<void>;
  /**
   * Begins a new token family in a live session; null when the session has ended.
   * @param path how the first token reaches the browser; one that came in an address is never answered late
   */
  beginFamily(
    id: SessionId,
    refreshExpiresAt: Instant,
    path: 'in_answer' | 'in_address',
  ): Promise<SteppedSession | null>;
  record(event: SecurityEvent): Promise<void>;
  mail(job: SecurityMailJob): Promise<void>;
}

/** Gives the session that changes credentials its new tokens, within the transaction of the change. */
export type RenewTokens = (
  tx: Pick<SecurityWrites, 'beginFamily'>,
  sessionId: SessionId,
  now: Instant,
) => Promise<TokenPair>;

/** The same where the browser is redirected: the refresh token of the new family, for the portal's intake. */
export type RenewInAddress = (
  tx: Pick<SecurityWrites, 'beginFamily'>,
  sessionId: SessionId,
  now: Instant,
) => Promise<string>;

/** Where a call came from, for the security log, and what its pages are read in. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  readonly language: Language;
  /** Somebody chose the language there: it says more than what a browser asks for by itself. */
  readonly languageChosen: boolean;
}

/** What a browser's passkey call gave, under the id of the challenge it answers. */
export interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: unknown;
}

/**
 * Whose passkey answered, once per challenge; null when nobody's did. With a `userId` it is that user's second factor;
 * without, the passkey signs in alone, and then its owner must have been verified by the device.
 */
export type CheckPasskey = (answer: PasskeyAnswer, userId: UserId | null) => Promise<{ userId: UserId } | null>;

/** How a family of refresh tokens ends when a copy of one turns up (INV-15). */
export interface RefreshRows {
  /** True for the call that ended it. */
  endReusedSession(id: SessionId): Promise<boolean>;
}

/**
 * Begins a session for somebody whose sign-in is proved, by whatever means: the limits of the account still apply, the
 * device is remembered or recognised by the token it was given, and a new one is told by mail.
 */
export type BeginSession = (
  userId: UserId,
  method: SignInMethod,
  device: string | undefined,
  origin: Origin,
  now: Instant,
) => Promise<{ refreshToken: string; device: string }>;

/** What beginning a session writes beside the common security writes, in the same transaction. */
export interface Entrance {
  readonly session: NewSession;
  readonly eventId: string;
  readonly requestId: string | null;
  readonly method: SignInMethod;
  /** The device it comes from, noted as used when it is one of the user's that are known. */
  readonly deviceId: string;
  /** What was chosen in the browser it comes from, the user's from now on; null when nothing was. */
  readonly language: Language | null;
  readonly clear: readonly string[];
  /** The hash that was checked outside the lock, of an account without a second step; null when the lock is held already. */
  readonly unchanged: string | null;
}

export interface SignInRows {
  /**
   * Lets somebody in with one statement, for a sign-in is all round trips beside its hash: begins the session, ends the
   * oldest beyond `maxSessions`, notes it among the account's events, and clears the guesses it was reached by. It holds
   * the user's lock. Null, and nothing done, when the user is gone or is no longer what `unchanged` says.
   */
  enter(entrance: Entrance, maxSessions: number): Promise<{ readonly deviceKnown: boolean } | null>;
  /** Remembers a device; those used longest ago beyond `maxDevices` are forgotten. */
  addDevice(deviceId: string, userId: UserId, now: Instant, maxDevices: number): Promise<void>;
}

export interface TotpSecret {
  readonly sealedSecret: string;
  readonly begunAt: Instant;
  /** Of the last code that was used; null before the first. */
  readonly lastStep: number | null;
}

/** What two-step authentication keeps, within a transaction that holds the user's lock. */
export interface SecondFactorRows {
  totpSecret(userId: UserId): Promise<TotpSecret | null>;
  /** Puts a new secret in the place of one that was never confirmed. */
  beginTotp(userId: UserId, sealedSecret: string, now: Instant): Promise<void>;
  /** Keeps the step of a code that was used, and the secret where it was sealed anew. */
  useTotpStep(userId: UserId, step: number, resealed: string | null): Promise<void>;
  setMfa(userId: UserId, enabledAt: Instant | null): Promise<void>;
  /** Forgets the secret and the recovery codes. */
  removeSecondFactor(userId: UserId): Promise<void>;
  replaceRecoveryCodes(userId: UserId, hashes: readonly string[], now: Instant): Promise<void>;
  /** True for the one who used it: a code works once. */
  /** Uses up the code that has one of these hashes. */
  useRecoveryCode(userId: UserId, hashes: readonly string[], now: Instant): Promise<boolean>;
  recoveryCodes(userId: UserId): Promise<{ left: number; createdAt: Instant | null }>;
}

/** One-time codes of authenticator apps (RFC 6238: SHA-1, six digits, half a minute). */
export interface OneTimeCodes {
  /** 160 random bits in base 32, as apps take them. */
  newSecret(): string;
  codeAt(secret: string, step: number): string;
  /** The picture that an app reads the secret from, as a data URL. */
  qrCode(secret: string, issuer: string, account: string): Promise<string>;
}

/** Keeps a text unreadable in the database. What was sealed for one purpose cannot be opened as another. */
export interface SecretBox {
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
  /** The same text under the current secret; null when it is sealed by that already. */
  resealed(sealed: string, purpose: string): string | null;
}
