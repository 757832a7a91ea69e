import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { UserOfAccount } from '../identity/ports.ts';

/** Site of a passkey: its host name and its only origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Public part of a passkey. */
export interface Credential {
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
  /** True if a password manager or phone account stores it, and so may copy it to several devices. */
  readonly synced: boolean;
}

export interface PasskeyRow extends Credential, UserOfAccount {
  readonly id: string;
  readonly rpId: string;
  readonly name: string;
  readonly lastUsedAt: Instant | null;
  readonly createdAt: Instant;
}

/** Challenge for a passkey. Only the user `userId` may add one with it; null is for signing in. */
export interface PasskeyChallenge {
  readonly id: string;
  readonly userId: UserId | null;
  readonly rpId: string;
  readonly challenge: string;
}

export interface PasskeyStore {
  addChallenge(challenge: PasskeyChallenge, now: Instant, expiresAt: Instant): Promise<void>;
  /** Removes and returns a challenge, so that it works once. Null if it is gone, too old or another user's. */
  takeChallenge(id: string, userId: UserId | null, now: Instant): Promise<PasskeyChallenge | null>;
  /** Returns the passkeys of a user, oldest first. */
  ofUser(of: UserOfAccount): Promise<PasskeyRow[]>;
  byCredential(credentialId: string): Promise<PasskeyRow | null>;
  hasPasskey(of: UserOfAccount): Promise<boolean>;
  holder(userId: UserId): Promise<PasskeyHolder | null>;
  /** Stores the use of a passkey. False if another use was stored meanwhile. */
  used(passkey: PasskeyRow, signed: Signed, now: Instant): Promise<boolean>;
}

export interface PasskeyHolder {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface PasskeyWrites {
  countPasskeys(of: UserOfAccount): Promise<number>;
  /** Stores a passkey. False if any user has the credential already. */
  addPasskey(passkey: PasskeyRow): Promise<boolean>;
  /** Removes a passkey and returns its name. Null if the user has no such passkey. */
  removePasskey(id: string, of: UserOfAccount): Promise<string | null>;
}

/** Facts from a genuine signature. */
export interface Signed {
  readonly counter: number;
  readonly synced: boolean;
}

/** Options for the browser's call, in WebAuthn's JSON form, and the challenge they hold. */
export interface Asked {
  readonly challenge: string;
  readonly options: Record<string, unknown>;
}

interface Expected {
  readonly party: RelyingParty;
  readonly challenge: string;
}

/** WebAuthn: options for the browser, and checks of its responses (W3C WebAuthn Level 3). */
export interface PasskeyProtocol {
  registrationOptions(
    party: RelyingParty,
    siteName: string,
    holder: PasskeyHolder & { readonly userId: UserId },
    known: readonly Credential[],
  ): Promise<Asked>;
  authenticationOptions(party: RelyingParty): Promise<Asked>;
  /** Returns the new credential. Null unless the response is genuine for this challenge and site. */
  readAdded(response: unknown, expected: Expected): Promise<Credential | null>;
  /** Returns the credential id that a response names, before any check. */
  claimedCredential(response: unknown): string | null;
  readSigned(
    response: unknown,
    expected: Expected & { readonly passkey: PasskeyRow; readonly verified: boolean },
  ): Promise<Signed | null>;
}
