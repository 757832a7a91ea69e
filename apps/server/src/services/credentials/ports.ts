import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { EmailToken, EmailTokenPurpose } from '@foyer/domain/identity/email-token';
import type { ReviewRows } from '../billing/review-ports.ts';
import type { Claims, SecurityWrites, UserOfAccount } from '../identity/ports.ts';
import type { LinkRequest } from '../mail/ports.ts';
import type { ConsumeRateLimit } from '../rate-windows/ports.ts';

export interface NewUser {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly brand: string;
  readonly gateway: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Language of the pages that the user came from. */
  readonly language: Language;
  readonly passwordHash: string;
  readonly claims: Claims;
  readonly now: Instant;
}

/** Personal data that a password must not contain. */
export interface Profile {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A password that a user chose. */
interface NewPassword {
  readonly text: string;
  /** Member of the request that holds it. */
  readonly field: 'password' | 'newPassword';
  readonly current?: string;
  /** Language of the refusal. Operators read English. */
  readonly language?: Language;
}

/** Refuses a weak password, with the reason. */
export type RefuseBadPassword = (password: NewPassword, owner: Profile) => Promise<void>;

export interface UserRows {
  /** Inserts an account with its first user. Inserts nothing and returns false if another user has the address. */
  insertUser(user: NewUser): Promise<boolean>;
  /** Returns the user who signs in with the address. */
  userOf(email: string): Promise<UserId | null>;
  profile(userId: UserId): Promise<Profile | null>;
  /**
   * Stores a new hash and forgets all known devices except that of the session `by`. A stranger with the old password could
   * have registered one.
   */
  setPassword(userId: UserId, passwordHash: string, now: Instant, by?: SessionId): Promise<void>;
  /** Sets an address that the user has proved. Refused if another user has it by now. */
  setEmail(userId: UserId, email: string, now: Instant): Promise<void>;
  setVerified(userId: UserId, now: Instant): Promise<void>;
}

/** Number of rows of each kind that were removed. */
export interface RemovedSignInMethods {
  readonly passkeys: number;
  readonly recoveryCodes: number;
  readonly devices: number;
}

/** Sign-in methods of an account except its password. */
export interface SignInMethodRows {
  /** Returns the names of the passkeys, oldest first. */
  passkeyNames(of: UserOfAccount): Promise<string[]>;
  removePasskeys(of: UserOfAccount): Promise<void>;
  /** Removes passkeys, two-step authentication, recovery codes, known devices and the network limit. */
  removeSignInMethods(of: UserOfAccount): Promise<RemovedSignInMethods>;
}

export interface EmailTokenRows {
  token(id: string): Promise<EmailToken | null>;
  /** Stores a link and voids the user's older ones for the same purpose (INV-18). */
  replaceToken(token: NewEmailToken, now: Instant): Promise<void>;
  useToken(id: string, of: UserOfAccount, now: Instant): Promise<void>;
}

export interface NewEmailToken extends UserOfAccount {
  readonly id: string;
  readonly purpose: EmailTokenPurpose;
  readonly email: string;
  readonly expiresAt: Instant;
}

/** Transaction of a use case: common security writes, the rows of this use case, and mail limits. */
export type CredentialTx = SecurityWrites &
  UserRows &
  SignInMethodRows &
  EmailTokenRows &
  Pick<ReviewRows, 'endClearance'> & {
    readonly consumeRateLimit: ConsumeRateLimit;
    requestLink(request: LinkRequest): Promise<void>;
  };

export type InCredentialTransaction = <T>(work: (tx: CredentialTx) => Promise<T>) => Promise<T>;
