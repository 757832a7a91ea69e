import type { SignInMethod } from '@foyer/contract/api/activity';
import type { AccountId, Id, UserId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { OperatorRole } from '@foyer/contract/vocabulary/operator-roles';
import type { FoundByEmail, Origin } from '../identity/ports.ts';
import type { OperatorMailJob } from '../mail/ports.ts';
import type { OperatorRows } from './ports.ts';

export type OperatorId = Id<'operator'>;

/** One of the vendor's people as the console's door sees them. */
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
  /** When the browser that was named last signed them in; null when it is none of theirs. */
  readonly deviceUsedAt: Instant | null;
}

/** Who is at the console, read afresh on every call: a role that was withdrawn is gone on the next one. */
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
  /** The browser, which is known from now on. */
  readonly deviceId: string;
}

/** What happens at the door, as the trail of the vendor names it; customers are told of none. */
export type DoorEvent =
  | 'operator_signed_in'
  | 'operator_sign_in_failed'
  | 'operator_signed_out'
  | 'operator_password_refused'
  | 'operator_password_changed';

export interface OperatorDoorStore {
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
  /** Beside the security events of customers, with no account. `operatorId` is null for an address that no operator has. */
  record(type: DoorEvent, origin: Origin, operatorId: OperatorId | null, method?: SignInMethod): Promise<void>;
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
  /** False when somebody has this address already. */
  addOperator(operator: NewOperator): Promise<boolean>;
  /** Ends every other session as well, and knows no device but that session's; false when the password is not the one that was looked at any more. */
  replacePassword(change: {
    readonly id: OperatorId;
    readonly from: string;
    readonly to: string;
    readonly exceptSession: string;
    readonly now: Instant;
  }): Promise<boolean>;
  /** Ends the sessions as well; null when there is nobody of this address. */
  disableOperator(email: string, now: Instant): Promise<OperatorId | null>;
}
