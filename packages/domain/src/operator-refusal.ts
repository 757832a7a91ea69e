import type { ErrorType } from '@foyer/contract/vocabulary/error-types';
import { type Refusal, refuse } from './result.ts';

/** Reason why an operator's command is refused. The server has a message for each. */
export type OperatorRefusal =
  | 'not_found'
  | 'not_paid'
  | 'not_open'
  | 'undecided'
  | 'nothing_left'
  | 'more_than_left'
  | 'amount_not_positive'
  | 'account_closed'
  | 'account_closing'
  | 'job_not_failed'
  | 'not_given_up'
  | 'other_gateway'
  | 'already_queued'
  | 'done_already'
  | 'mail_outdated'
  | 'unknown_role'
  | 'not_an_address'
  | 'address_taken'
  | 'second_step_needed'
  | 'address_changed'
  | 'review_decided'
  | 'unknown_plan'
  | 'batch_not_valid'
  | 'no_maintenance'
  | 'free_plan'
  | 'end_not_ahead'
  | 'another_account'
  | 'not_in_books'
  | 'granted_before'
  | 'not_requested'
  | 'email_not_verified'
  | 'prepaid_held'
  | 'unknown_scope'
  | 'external_id_differs';

/** Error type of each refusal whose type is not `ACTION_REFUSED`. */
const types: Partial<Record<OperatorRefusal, ErrorType>> = {
  not_found: 'NOT_FOUND',
  undecided: 'OPERATION_IN_PROGRESS',
};

/** Values for the message of a refusal. */
export interface OperatorRefusalDetail {
  /** Amounts of `more_than_left`: what is left, and what the operator requested. */
  readonly amounts?: { readonly leftCents: number; readonly requestedCents: number };
  /** Wrong or missing value of the order, for `batch_not_valid`. */
  readonly field?: string;
}

/** Makes the refusal of an operator's command. Its code is the reason. */
export const refuseOperator = (code: OperatorRefusal, detail: OperatorRefusalDetail = {}): Refusal =>
  refuse(types[code] ?? 'ACTION_REFUSED', { code, ...detail });
