import type { SignInMethod } from '@foyer/contract/api/activity';
import type { AccountId, Id } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import type { FoundByEmail, Origin, UserOfAccount } from '../identity/ports.ts';
import type { OperatorMailJob } from '../mail/ports.ts';
import type { OperatorRows } from './ports.ts';

export type OperatorId = Id<'operator'>;

/** Columns of an operator that sign-in needs. */
export interface OperatorRow {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly passwordHash: string;
  readonly passwordChangedAt: Instant;
  readonly firstPasswordExpiresAt: Instant | null;
  readonly firstPasswordUsedAt: Instant | null;
  readonly totpSealedSecret: string | null;
  readonly totpLastStep: number | null;
  /** Null before the first sign-in. */
  readonly lastSignInAt: Instant | null;
  /** Last sign-in from the browser in the request. Null if it is not a known device of the operator. */
  readonly deviceUsedAt: Instant | null;
}

/** Operator of a call. It is read from the database each time, so that a withdrawn role is gone at the next call. */
export interface OperatorPrincipal {
  readonly operatorId: OperatorId;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly expiresAt: Instant;
  /** True after a sign-in with the printed first password, until the operator sets another one. */
  readonly mustChangePassword: boolean;
}

export interface NewOperatorSession {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly tokenHash: string;
  readonly now: Instant;
  readonly expiresAt: Instant;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Browser of the session. It becomes a known device. */
  readonly deviceId: string;
}

/** Security events of operators' sign-in and password. They are not in the activity that customers see. */
export type OperatorAuthEvent =
  | 'operator_signed_in'
  | 'operator_sign_in_failed'
  | 'operator_signed_out'
  | 'operator_password_refused'
  | 'operator_password_changed';

export interface OperatorAuthStore {
  operatorOf(email: string, deviceId: string | null): Promise<FoundByEmail<OperatorRow>>;
  /** Replaces the hash `from` by `to` and returns the hash that is stored then. Null if the operator is disabled. */
  replaceHash(id: OperatorId, from: string, to: string): Promise<string | null>;
  /** Uses a one-time code. False if it was used before (INV-18). */
  useTotpStep(id: OperatorId, step: number, resealed: string | null): Promise<boolean>;
  /**
   * Starts a session, queues the mail and uses up a first password. False, without any write, if the password has changed or
   * is used up, or the operator is disabled.
   */
  startSession(
    session: NewOperatorSession,
    passwordHash: string,
    maxDevices: number,
    mail: OperatorMailJob | null,
  ): Promise<boolean>;
  /** Returns the live session of a token and updates its last use. Null if that is before `idleSince`. */
  useSession(tokenHash: string, now: Instant, idleSince: Instant): Promise<OperatorPrincipal | null>;
  endSession(id: string, now: Instant): Promise<void>;
  /** Adds a security event without an account. `operatorId` is null for an address that no operator has. */
  record(type: OperatorAuthEvent, origin: Origin, operatorId: OperatorId | null, method?: SignInMethod): Promise<void>;
  /** Records that an operator read data of a customer, at most once an hour for each pair. */
  recordView(operatorId: OperatorId, accountId: AccountId, now: Instant, origin: Origin): Promise<void>;
  enqueueMail(job: OperatorMailJob): Promise<void>;
}

/** A new read-only view of a customer's pages. */
export interface NewView extends UserOfAccount {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly operatorSessionId: string;
  readonly now: Instant;
  readonly expiresAt: Instant;
}

export type ViewRows = Pick<OperatorRows, 'accountOf' | 'userOf' | 'ownerOf' | 'addActivity' | 'record'> & {
  addView(view: NewView): Promise<void>;
};

export interface Views {
  view(
    id: string,
  ): Promise<{ readonly customer: string; readonly operator: string; readonly expiresAt: Instant } | null>;
  endView(id: string, accountId: AccountId, now: Instant): Promise<void>;
}

export interface NewOperator {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly roles: readonly OperatorRole[];
  readonly totpSealedSecret: string | null;
  readonly firstPasswordExpiresAt: Instant;
  readonly now: Instant;
}

export interface ListedOperator {
  readonly id: OperatorId;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly secondStep: boolean;
  readonly lastSignInAt: Instant | null;
  readonly disabledAt: Instant | null;
}

/** Rows of operators, in the transaction that also writes the audit log. */
export interface OperatorStaffRows {
  /** Adds an operator. False if another one has this address. */
  addOperator(operator: NewOperator): Promise<boolean>;
  /** Replaces the password, ends all other sessions and forgets their devices. False if the hash is no longer `from`. */
  replacePassword(change: {
    readonly id: OperatorId;
    readonly from: string;
    readonly to: string;
    readonly exceptSession: string;
    readonly now: Instant;
  }): Promise<boolean>;
  /** Disables an operator and ends the sessions. Null if no operator has this address. */
  disableOperator(email: string, now: Instant): Promise<OperatorId | null>;
}
