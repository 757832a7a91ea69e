import type { SignInMethod } from '@foyer/contract/api/activity';
import type { AccountId, Id, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import type { FoundByEmail, Origin } from '../identity/ports.ts';
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
  /** Last sign-in from the named browser; null for a browser that is not a known device of the operator. */
  readonly deviceUsedAt: Instant | null;
}

/** Signed-in operator, read from the database on every call: a role that was withdrawn is gone on the next one. */
export interface OperatorPrincipal {
  readonly operatorId: OperatorId;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly expiresAt: Instant;
  /** Signed in with the printed first password, and has not set another one yet. */
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
  /** Browser that signs in; a known device from now on. */
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
  /** Stores `to` where the hash still is `from`; gives the hash that is stored then, null for an operator who is disabled. */
  replaceHash(id: OperatorId, from: string, to: string): Promise<string | null>;
  /** True for the one who used it: a code works once (INV-18). */
  useTotpStep(id: OperatorId, step: number, resealed: string | null): Promise<boolean>;
  /** Also queues the mail, and uses the first password up. False, and nothing done, when the password was changed or used up or the operator disabled meanwhile. */
  startSession(
    session: NewOperatorSession,
    passwordHash: string,
    maxDevices: number,
    mail: OperatorMailJob | null,
  ): Promise<boolean>;
  /** The live session of a token that was used since `idleSince`, which is hereby used. */
  useSession(tokenHash: string, now: Instant, idleSince: Instant): Promise<OperatorPrincipal | null>;
  endSession(id: string, now: Instant): Promise<void>;
  /** Adds a security event without an account. `operatorId` is null for an address that no operator has. */
  record(type: OperatorAuthEvent, origin: Origin, operatorId: OperatorId | null, method?: SignInMethod): Promise<void>;
  /** Remembers that an operator read a customer: once for each operator, customer and hour. */
  recordView(operatorId: OperatorId, accountId: AccountId, now: Instant, origin: Origin): Promise<void>;
  enqueueMail(job: OperatorMailJob): Promise<void>;
}

/** Read-only view of a customer's pages that begins. */
export interface NewView {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly operatorSessionId: string;
  readonly userId: UserId;
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
  endView(id: string, now: Instant): Promise<void>;
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

/** Within the transaction that writes the record too. */
export interface OperatorStaffRows {
  /** Returns false when another operator has this address. */
  addOperator(operator: NewOperator): Promise<boolean>;
  /** Also ends every other session and forgets the devices of those. Returns false when the stored hash is not `from` any more. */
  replacePassword(change: {
    readonly id: OperatorId;
    readonly from: string;
    readonly to: string;
    readonly exceptSession: string;
    readonly now: Instant;
  }): Promise<boolean>;
  /** Also ends the sessions. Returns null when no operator has this address. */
  disableOperator(email: string, now: Instant): Promise<OperatorId | null>;
}
