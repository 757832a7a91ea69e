import type { ActivityType, SignInMethod } from '@foyer/contract/api/activity';
import type { TokenPair } from '@foyer/contract/api/auth';
import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { FailureCounter } from '@foyer/domain/identity/lockout';
import type { RefreshFamily } from '@foyer/domain/identity/refresh-rotation';
import type { BillTo } from '@foyer/domain/state/entities';
import type { SecurityMailJob } from '../mail/ports.ts';

export type { SignInMethod } from '@foyer/contract/api/activity';

export type Claims = Readonly<Record<string, unknown>>;

/** Columns of a user that sign-in needs. */
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
  /** Last sign-in of the device in the request; null if it is not a device of this user. */
  readonly deviceUsedAt: Instant | null;
  /** True if the query counted the attempt of that device: it had no failed attempt since its last sign-in. */
  readonly isDeviceAttemptCounted: boolean;
}

/**
 * Row found by an address. `folded` is the address as the database compares it, so all spellings of one row have the same
 * text.
 */
export interface FoundByEmail<Row> {
  readonly folded: string;
  readonly row: Row | null;
}

/** A device named in the request. `firstAttempt` is the counter to store if it is known and has no failed attempts. */
type NamedDevice = { readonly id: string; readonly key: string; readonly firstAttempt: FailureCounter };

export interface Session extends RefreshFamily {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly expiresAt: Instant;
  /** As the customer is greeted (HO-01). */
  readonly firstName: string;
}

/** Caller of a request: the session of an access token with its user, read in one statement. */
export interface Principal {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly claims: Claims;
  /** Language of the user's mails and receipts. */
  readonly language: Language;
  /** Null until the address is verified. A verified address never becomes unverified again. */
  readonly emailVerifiedAt: Instant | null;
  /** Operator of a read-only view of the customer's pages. Absent for a customer. */
  readonly viewedBy?: string;
}

/** Principal as stored, with the first valid generation of the session's access tokens. */
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
  /** True after an answer to the question about marketing news, yes or no (HO-02). */
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
  /** Actor of the operator command that caused it: id of an operator, or the name given on the command line. */
  readonly actor?: string;
}

export interface IdentityStore {
  /**
   * Returns the user with this email and the last sign-in of the device, if it is theirs. The statement also counts the first
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
  /** Replaces the hash `from` by `to` and returns the hash that is stored then. Null if the user does not exist any more. */
  replaceHash(userId: UserId, from: string, to: string): Promise<string | null>;
  /**
   * Returns when a session began by a sign-in, when it was last confirmed at the provider, and the user's hash. Null if it
   * does not exist.
   */
  proofOf(id: SessionId): Promise<{
    /** Null for a session that a link of the vendor began, which proves no password (decision 78). */
    readonly signedInAt: Instant | null;
    readonly provedAt: Instant | null;
    readonly passwordHash: string;
  } | null>;
  /** Advances the family if `generation` is the current one. This common case of a refresh takes one statement. */
  stepSession(step: SessionStep): Promise<SteppedSession | null>;
  /** Turns the unused first token of a live session into an authorization code. False if it was used or is a code already. */
  bindCode(id: SessionId, codeChallenge: string, now: Instant): Promise<boolean>;
  /** Advances the family of an unused authorization code that has this challenge. */
  redeemCode(code: SessionStep & { readonly codeChallenge: string }): Promise<SteppedSession | null>;
  session(id: SessionId): Promise<Session | null>;
  /** Records that the generation of the session was returned again late. False if that is recorded already, or it is not the current one. */
  recordLateUse(session: Pick<Session, 'id' | 'accountId' | 'generation'>): Promise<boolean>;
  /** Signs out. True if this call ended the session. */
  endSession(id: SessionId, of: UserOfAccount): Promise<boolean>;
  principal(id: SessionId): Promise<SessionPrincipal | null>;
  me(id: SessionId): Promise<MeRow | null>;
  /** Principal of a live read-only view. */
  viewPrincipal(id: string): Promise<SessionPrincipal | null>;
  /** Data of `GET me` for a live read-only view. */
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

export interface NewSession extends UserOfAccount {
  readonly id: SessionId;
  readonly now: Instant;
  readonly refreshExpiresAt: Instant;
  readonly expiresAt: Instant;
  readonly userAgent: string | null;
  readonly address: string | null;
  /** Link of the vendor that begins the session instead of a sign-in. */
  readonly portalLinkId?: string;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** True if a hash was made with a lower cost than new ones. */
  isWeaker(hash: string): boolean;
  /** Hash of an unknown password, so that an unknown email costs the same work as a known one (INV-19). */
  readonly decoy: string;
}

/**
 * Replaces a hash that a password was just verified against, if it was made at a lower cost than today's (ASVS 11.2.2).
 * Returns the hash that is stored from now on, or null if the password was changed meanwhile.
 * @param id of the user or operator
 */
export type RenewHash = (id: string, verified: string, password: string) => Promise<string | null>;

/** Owner of an account, as mails address them. */
export interface Owner {
  readonly accountId: AccountId;
  readonly brand: string;
  readonly email: string;
  readonly firstName: string;
  readonly language: Language;
}

/** A user and its account. Statements that get both read and change only rows of that account (decision 99). */
export interface UserOfAccount {
  readonly userId: UserId;
  readonly accountId: AccountId;
}

/** Columns of a user for changes of credentials. The row is locked until the end of the transaction. */
export interface LockedUser extends Owner {
  readonly userId: UserId;
  readonly emailVerifiedAt: Instant | null;
  readonly passwordHash: string;
  readonly mfaEnabledAt: Instant | null;
  readonly cidrRestriction: string | null;
  readonly lastAuthAt: Instant | null;
}

/**
 * Writes that every change of credentials makes in its transaction (INV-14, INV-26). It locks the user, ends other sessions,
 * voids links in mails, records the event and queues mails.
 */
export interface SecurityWrites {
  lockUser(userId: UserId): Promise<LockedUser | null>;
  /**
   * Ends all live sessions of the user except one and returns their number. `credentials_changed` also drops a closing
   * that waits.
   */
  endSessions(
    of: UserOfAccount,
    except: SessionId | null,
    reason: 'revoked' | 'credentials_changed' | 'account_closed',
  ): Promise<number>;
  voidEmailTokens(of: UserOfAccount): Promise<void>;
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

/** Returns new tokens for the session that changes credentials, in the same transaction. */
export type RenewTokens = (
  tx: Pick<SecurityWrites, 'beginFamily'>,
  sessionId: SessionId,
  now: Instant,
) => Promise<TokenPair>;

/** Returns the refresh token of the new family. The browser takes it to the portal in the redirect. */
export type RenewInAddress = (
  tx: Pick<SecurityWrites, 'beginFamily'>,
  sessionId: SessionId,
  now: Instant,
) => Promise<string>;

/** Origin of a call for the security log, and the language of its response. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  readonly language: Language;
  /** True if the user chose the language in this browser. That counts more than Accept-Language. */
  readonly languageChosen: boolean;
}

/** Response of a browser's passkey call, with the id of its challenge. */
export interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: unknown;
}

/**
 * Returns the user of a passkey, once per challenge, or null if no passkey matches. With a `userId`, the passkey is the
 * second factor of that user. Otherwise it signs in alone, and then the device must have verified the user.
 */
export type CheckPasskey = (answer: PasskeyAnswer, userId: UserId | null) => Promise<{ userId: UserId } | null>;

/** Ends families of refresh tokens whose token was copied (INV-15). */
export interface RefreshRows {
  /** Ends a session after a reuse. True if this call ended it. */
  endReusedSession(session: Pick<Session, 'id' | 'accountId'>): Promise<boolean>;
}

/**
 * Begins a session for a user whose identity is proved. The network limits of the account still apply. The device is
 * recognized by its token or stored, and the owner gets a mail about a new one.
 */
export type BeginSession = (
  userId: UserId,
  method: SignInMethod,
  device: string | undefined,
  origin: Origin,
  now: Instant,
) => Promise<{ refreshToken: string; device: string }>;

/** Rows of a new session, in addition to the common security writes of the same transaction. */
export interface Entrance {
  readonly session: NewSession;
  readonly eventId: string;
  readonly requestId: string | null;
  readonly method: SignInMethod;
  /** Origin of the product whose portal link begins the session. The event keeps it. */
  readonly productAddress?: string;
  /** Device of the session. If the user knows it, its last use is updated. Null for a session without a sign-in. */
  readonly deviceId: string | null;
  /** Language chosen in the browser. It becomes the user's language. Null if none was chosen. */
  readonly language: Language | null;
  readonly clear: readonly string[];
  /**
   * Hash that was checked without the lock, for an account without two-step authentication. Null if the caller holds the
   * lock.
   */
  readonly unchanged: string | null;
}

export interface SignInRows {
  /**
   * Begins a session in one statement, because round trips dominate the time of a sign-in beside the hash. It locks the user,
   * ends the oldest sessions beyond `maxSessions`, records the event and clears failed attempts. Null, without any write, if
   * the user is gone or differs from `unchanged`.
   */
  enter(entrance: Entrance, maxSessions: number): Promise<{ readonly deviceKnown: boolean } | null>;
  /** Stores a device and forgets the least recently used ones beyond `maxDevices`. */
  addDevice(deviceId: string, of: UserOfAccount, now: Instant, maxDevices: number): Promise<void>;
}

export interface TotpSecret {
  readonly sealedSecret: string;
  readonly begunAt: Instant;
  /** Time step of the last used code; null before the first. */
  readonly lastStep: number | null;
}

/** Rows of two-step authentication, in a transaction that holds the user's lock. */
export interface SecondFactorRows {
  totpSecret(of: UserOfAccount): Promise<TotpSecret | null>;
  /** Stores a secret and replaces one that was never confirmed. */
  beginTotp(of: UserOfAccount, sealedSecret: string, now: Instant): Promise<void>;
  /** Stores the time step of a used code, and the secret if it was encrypted again. */
  useTotpStep(of: UserOfAccount, step: number, resealed: string | null): Promise<void>;
  setMfa(userId: UserId, enabledAt: Instant | null): Promise<void>;
  /** Removes the secret and the recovery codes. */
  removeSecondFactor(of: UserOfAccount): Promise<void>;
  replaceRecoveryCodes(of: UserOfAccount, hashes: readonly string[], now: Instant): Promise<void>;
  /** Uses the recovery code with one of these hashes. False if none matches or it was used before. */
  useRecoveryCode(of: UserOfAccount, hashes: readonly string[], now: Instant): Promise<boolean>;
  recoveryCodes(of: UserOfAccount): Promise<{ left: number; createdAt: Instant | null }>;
}

/** One-time codes of authenticator apps (RFC 6238: SHA-1, six digits, half a minute). */
export interface OneTimeCodes {
  /** Makes a secret of 160 random bits in base 32, the format of authenticator apps. */
  newSecret(): string;
  codeAt(secret: string, step: number): string;
  /** QR code of the secret for authenticator apps, as a data URL. */
  qrCode(secret: string, issuer: string, account: string): Promise<string>;
}

/** Encrypts texts for the database. A text can only be decrypted for the purpose it was encrypted for. */
export interface SecretBox {
  seal(text: string, purpose: string): string;
  open(sealed: string, purpose: string): string;
  /** Encrypts the text again with the current secret. Null if it has that secret already. */
  resealed(sealed: string, purpose: string): string | null;
}
