import type { UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';

/** The site a passkey belongs to: a host name and the one origin it is used from. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** What is kept of a passkey's public half. */
export interface Credential {
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Kept by a password manager or a phone's account, and so on more than one device. */
  readonly synced: boolean;
}

export interface PasskeyRow extends Credential {
  readonly id: string;
  readonly userId: UserId;
  readonly rpId: string;
  readonly name: string;
  readonly lastUsedAt: Instant | null;
  readonly createdAt: Instant;
}

/** `userId` says who may add a passkey with it; null is for signing in. */
export interface PasskeyChallenge {
  readonly id: string;
  readonly userId: UserId | null;
  readonly rpId: string;
  readonly challenge: string;
}

export interface PasskeyStore {
  addChallenge(challenge: PasskeyChallenge, now: Instant, expiresAt: Instant): Promise<void>;
  /** Takes it away, so that nobody answers it again; null when it is gone, too old or somebody else's. */
  takeChallenge(id: string, userId: UserId | null, now: Instant): Promise<PasskeyChallenge | null>;
  /** Oldest first. */
  ofUser(userId: UserId): Promise<PasskeyRow[]>;
  byCredential(credentialId: string): Promise<PasskeyRow | null>;
  hasPasskey(userId: UserId): Promise<boolean>;
  holder(userId: UserId): Promise<PasskeyHolder | null>;
  /** False when another signature was counted meanwhile. */
  used(passkey: PasskeyRow, signed: Signed, now: Instant): Promise<boolean>;
}

export interface PasskeyHolder {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface PasskeyWrites {
  countPasskeys(userId: UserId): Promise<number>;
  /** False when the credential is known already, whoever's it is. */
  addPasskey(passkey: PasskeyRow): Promise<boolean>;
  /** The name of the one that went; null when the user has no such passkey. */
  removePasskey(id: string, userId: UserId): Promise<string | null>;
}

/** What a genuine signature tells of the device. */
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

/** WebAuthn itself: what is asked of a browser, and whether its answer is genuine (W3C WebAuthn Level 3). */
export interface PasskeyProtocol {
  registrationOptions(
    party: RelyingParty,
    siteName: string,
    holder: PasskeyHolder & { readonly userId: UserId },
    known: readonly Credential[],
  ): Promise<Asked>;
  authenticationOptions(party: RelyingParty): Promise<Asked>;
  /** The new credential; null for anything that is not a genuine answer to this challenge from this site. */
  readAdded(response: unknown, expected: Expected): Promise<Credential | null>;
  /** Which credential an answer claims to be from, before anything is checked. */
  claimedCredential(response: unknown): string | null;
  readSigned(
    response: unknown,
    expected: Expected & { readonly passkey: PasskeyRow; readonly verified: boolean },
  ): Promise<Signed | null>;
}
