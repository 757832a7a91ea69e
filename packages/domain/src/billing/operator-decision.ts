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
  | 'job_not_failed'
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
  | 'not_scope'
  | 'free_plan'
  | 'end_not_ahead'
  | 'another_account'
  | 'not_in_books'
  | 'granted_before'
  | 'not_requested'
  | 'email_not_verified'
  | 'prepaid_held';

export type Decision<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: OperatorRefusal };

/** Accepts an operator command. */
export const decided = <T>(value: T): Decision<T> => ({ ok: true, value });

/** Refuses an operator command. */
export const declineTo = <T>(refusal: OperatorRefusal): Decision<T> => ({ ok: false, refusal });
