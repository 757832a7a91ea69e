import type { AccountId, SessionId, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { BillTo } from '@foyer/domain/billing/entities';
import type { FailureCounter } from '@foyer/domain/security/lockout';
import type { RefreshFamily } from '@foyer/domain/security/refresh-rotation';

export type Claims = Readonly<Record<string, unknown>>;

export interface Credentials {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly passwordHash: string;
}

export interface Session extends RefreshFamily {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly expiresAt: Instant;
}

/** Who is calling: the session of an access token with its user, read in one statement. */
export interface Principal {
  readonly sessionId: SessionId;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly claims: Claims;
}

export interface AddressRow extends BillTo {
  readonly phone1: string | null;
}

export interface MeRow extends Principal {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly emailVerifiedAt: Instant | null;
  readonly mfaEnabledAt: Instant | null;
  readonly allowDataCollection: boolean;
  readonly lastAuthAt: Instant | null;
  readonly passwordChangedAt: Instant | null;
  readonly accessStatus: string;
  readonly cidrRestriction: string | null;
  readonly exportStatus: string;
  readonly cardExpYear: number | null;
  readonly cardExpMonth: number | null;
  readonly clockFrozenAt: Instant | null;
  readonly addresses: readonly AddressRow[];
}

export interface SecurityEvent {
  readonly type: 'signed_in' | 'sign_in_failed' | 'sign_in_locked' | 'signed_out' | 'refresh_reused';
  readonly accountId: AccountId | null;
  readonly sessionId: SessionId | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface IdentityStore {
  credentials(email: string): Promise<Credentials | null>;
  /**
   * Takes one guess: under the lock of the key's row `decide` sees the counter and gives the next one, or null when it is
   * locked. So guesses at the same moment all count, on however many servers.
   */
  takeGuess(
    key: string,
    now: Instant,
    decide: (counter: FailureCounter) => FailureCounter | null,
  ): Promise<FailureCounter>;
  clearFailures(key: string): Promise<void>;
  /** Begins a session; the oldest beyond `maxSessions` end. */
  startSession(session: NewSession, maxSessions: number): Promise<void>;
  /** The common case of a refresh in one statement: steps the family when `generation` is the present one. */
  stepSession(
    id: SessionId,
    generation: number,
    now: Instant,
    refreshExpiresAt: Instant,
  ): Promise<SteppedSession | null>;
  session(id: SessionId): Promise<Session | null>;
  /** True when this call ended it. */
  endSession(id: SessionId, reason: 'signed_out' | 'refresh_reused', ofUser?: UserId): Promise<boolean>;
  principal(id: SessionId): Promise<Principal | null>;
  me(id: SessionId): Promise<MeRow | null>;
  record(event: SecurityEvent): Promise<void>;
}

export interface SteppedSession {
  readonly userId: UserId;
  readonly generation: number;
  readonly refreshExpiresAt: Instant;
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
  /** A hash of nothing anyone knows, so that an unknown e-mail costs the same work as a known one (INV-19). */
  readonly decoy: string;
}

/** Where a call came from, for the security log. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
}
