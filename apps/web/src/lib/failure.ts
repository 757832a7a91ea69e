import type { signedIn } from '@foyer/contract/api/route';
import type { RouteName, Routes } from '@foyer/contract/api/routes';
import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import { CallError } from './call-error.ts';
import { isFinalAnswer } from './is-final-answer.ts';

/** Failures that have no `error.type`: found by the page, or named by `error.code`. */
export type PageReason =
  | 'OFFLINE'
  /** The gateway has not answered (code `undecided`). */
  | 'UNDECIDED'
  /** An earlier call with this key still runs or crashed. Its outcome is unknown for up to a minute (code `running`). */
  | 'RUNNING'
  /** The subscription is just ending or renewing. Nothing was started (code `end_due`, S5, S12). */
  | 'END_DUE'
  /** The bank challenge expired (code `ran_out`). EXPIRED: it was ended in another tab or by a newer order. */
  | 'RAN_OUT'
  | 'READ_ONLY'
  | 'SIGN_IN_AGAIN'
  /** The browser's passkey dialog was closed, timed out or found no passkey. */
  | 'NotAllowedError'
  /** A purchase was polled and is still undecided (MA-03). */
  | 'POLLING_ERROR'
  /** An earlier order may have succeeded. The page was refetched, so that the customer can check it first. */
  | 'LOOK_AGAIN'
  /** An earlier order arrived, or still runs. The order after it was not sent. */
  | 'FIRST_ORDER_DONE'
  /** An earlier order arrived, and the page could not be refetched. */
  | 'FIRST_ORDER_NOT_SHOWN'
  | 'FIRST_ORDER_RUNNING'
  /** The server could not be asked about an earlier order. The order after it was not sent. */
  | 'FIRST_ORDER_UNKNOWN'
  /** Any other failure with an unknown outcome: no answer, or a fault of the server or a proxy (INV-12). */
  | 'NO_ANSWER'
  /** Any other refusal. */
  | 'OTHER';

/** Key of a failure in the tables of texts. */
export type Reason = ErrorType | PageReason;

export interface Failure {
  readonly reason: Reason;
  /** The command may have been carried out (INV-12). */
  readonly isUnknown: boolean;
  /** Absent for a failure that the page itself found. */
  readonly error?: CallError;
  /** About an order that was sent before, perhaps with another choice than the page shows now. */
  readonly isOfFirstOrder?: true;
  /** Held for the export review before this page was opened, as the review lists it. */
  readonly isHeld?: true;
}

/** Errors of a call that a page must have a text for. Errors of any call and of the session are not repeated. */
export type ErrorsOf<Name extends RouteName> = Exclude<Routes[Name]['errors'][number], (typeof signedIn)[number]>;

const reasonsByCode: Readonly<Record<string, PageReason>> = {
  undecided: 'UNDECIDED',
  running: 'RUNNING',
  end_due: 'END_DUE',
  ran_out: 'RAN_OUT',
  read_only: 'READ_ONLY',
  sign_in_again: 'SIGN_IN_AGAIN',
};

/** Classifies an error. The reason of an error that is no CallError is its name, such as `NotAllowedError`. */
export const failureOf = (cause: unknown): Failure => {
  if (!(cause instanceof CallError)) {
    return { reason: (cause instanceof Error ? cause.name : 'NO_ANSWER') as Reason, isUnknown: true };
  }
  const { type, code } = cause;
  const reason = reasonsByCode[code ?? ''] ?? (type as Reason);
  return { reason, isUnknown: !isFinalAnswer(cause), error: cause };
};

/** Classifies the error of a call that changes nothing, so that its outcome is never unknown. */
export const checkFailureOf = (cause: unknown): Failure => ({ ...failureOf(cause), isUnknown: false });

/** Failure that the page itself found, or that the server predicts. Nothing was sent. */
export const failureFor = (reason: Reason): Failure => ({ reason, isUnknown: false });

const undecided: readonly Reason[] = ['UNDECIDED', 'OPERATION_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH', 'POLLING_ERROR'];

/** Returns whether a payment may still succeed. Nothing else can be bought meanwhile (INV-12). */
export const mayStillSucceed = (failure: Failure | null): boolean =>
  failure !== null && undecided.includes(failure.reason);
