import type { ActivityType, SignInMethod } from '@foyer/contract/api/activity';
import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import type {
  ActionSubject,
  AttemptStatus,
  BillingMail,
  OperatorAction,
  OperatorMail,
  RefundStatus,
  ReviewReason,
  SecurityMail,
} from '@foyer/contract/vocabulary/record-words';
import { t } from '@lingui/core/macro';

/** Labels for the codes in records. They use the technical terms, because operators know the product. */

type Labels<Code extends string> = Readonly<Record<Code, string>>;

/** Labels of mails. */
export const mailLabels: Labels<BillingMail | SecurityMail | OperatorMail> = {
  receipt: t`Receipt`,
  recovered: t`Overdue payment received`,
  payment_failed: t`Payment failed`,
  payment_overdue: t`Payment overdue`,
  refunded: t({ message: 'Refund', context: 'noun' }),
  credit_granted: t`Credit given`,
  credit_paid_out: t`Credit paid out`,
  card_saved: t`Card saved`,
  card_expiring: t`Card about to expire`,
  card_expired: t`Card expired`,
  renewal_notice: t`Renewal ahead`,
  ending_notice: t`End ahead`,
  subscription_ended: t`Subscription ended`,
  trial_started: t({ message: 'Trial started', context: 'record' }),
  sales_lead: t`Enquiry for sales`,
  request_accepted: t`Request accepted`,
  request_ended: t`Request closed`,
  promotion_redeemed: t`Promotion redeemed`,
  review_opened: t`Export review opened`,
  review_cleared: t`Export review cleared`,
  review_denied: t`Export review denied`,
  held_applied: t`What was held is carried out`,
  held_released: t`What was held is given back`,
  maintenance_ending: t`Maintenance about to end`,
  maintenance_extended: t`Maintenance extended`,
  verify_email: t`Confirm the email`,
  invitation: t`Invitation to a new account`,
  registered_again: t`Registered a second time`,
  password_reset: t`Link for a new password`,
  password_reset_done: t`New password set`,
  password_changed: t`Password changed`,
  email_change_confirm: t`Confirm the new email`,
  email_change_requested: t`Email change requested`,
  email_changed: t`Email changed`,
  mfa_enabled: t`Two-step turned on`,
  mfa_disabled: t`Two-step turned off`,
  mfa_lifted: t`Two-step lifted by an operator`,
  sign_in_methods_removed: t`Sign-in methods of an unverified account removed`,
  recovery_codes_created: t`New recovery codes made`,
  recovery_code_used: t`Recovery code used`,
  passkey_added: t`Passkey added`,
  passkey_removed: t`Passkey removed`,
  networks_limited: t`Networks limited`,
  networks_opened: t`Network limits lifted`,
  address_changed: t`Billing address changed`,
  new_device: t`Sign-in from a new device`,
  sign_in_locked: t`Sign-in paused`,
  step_up_locked: t`Changes paused`,
  refresh_reused: t`Copied sign-in refused`,
  export_ready: t`Copy of the data ready`,
  account_closing: t`Account is being closed`,
  account_closed: t`Account closed`,
  operator_new_device: t`New device at the operator site`,
  operator_locked: t`Sign-in to the operator site paused`,
  operator_password_changed: t`Operator password changed`,
};

/** Labels of sign-in and credential events. Only operators see that a wrong code was entered. */
export const securityLabels: Labels<ActivityType | 'code_refused' | 'operator_viewed'> = {
  registered: t`Account created`,
  signed_in: t`Signed in`,
  sign_in_failed: t`Sign-in failed`,
  sign_in_locked: t`Sign-in paused`,
  signed_out: t`Signed out`,
  second_factor_failed: t`Wrong code in the second step`,
  step_up_failed: t`Wrong password or code when changing a setting`,
  step_up_locked: t`Changes paused`,
  recovery_code_used: t`Recovery code used`,
  refresh_reused: t`Copied sign-in refused`,
  session_ended: t`A session was ended`,
  sessions_ended: t`Other sessions were ended`,
  email_verified: t`Email confirmed`,
  email_change_requested: t`Email change requested`,
  email_changed: t`Email changed`,
  password_changed: t`Password changed`,
  password_reset_requested: t`Link for a new password requested`,
  password_reset: t`New password set`,
  mfa_enabled: t`Two-step turned on`,
  mfa_disabled: t`Two-step turned off`,
  recovery_codes_created: t`New recovery codes made`,
  passkey_added: t`Passkey added`,
  passkey_removed: t`Passkey removed`,
  networks_changed: t`Allowed networks changed`,
  product_access_ended: t`Access of a product removed`,
  address_changed: t`Address changed by support`,
  request_accepted: t`Request accepted by support`,
  viewed_by_support: t`Pages viewed by support`,
  consent_changed: t`Privacy choice changed`,
  export_requested: t`Copy of the data requested`,
  export_downloaded: t`Copy of the data downloaded`,
  account_closing: t`Closing waits for the payment provider`,
  account_closed: t`Account closed`,
  account_closing_by_support: t`Closing ordered by support, waits for the payment provider`,
  account_closed_by_support: t`Account closed by support`,
  code_refused: t`Wrong prepaid or promotion code`,
  operator_viewed: t`Looked at by an operator`,
};

/** Labels of sign-in methods. */
export const methodLabels: Labels<SignInMethod> = {
  password: t`Password`,
  password_code: t`Password and code`,
  password_recovery_code: t`Password and recovery code`,
  password_passkey: t`Password and passkey`,
  passkey: t`Passkey`,
  provider: t`Sign-in provider`,
  portal_link: t`Link of a product`,
};

export const refundLabels: Labels<RefundStatus> = {
  sending: t`On its way`,
  succeeded: t`Succeeded`,
  failed: t`Failed`,
};

export const chargeLabels: Labels<AttemptStatus> = {
  sending: t`On its way`,
  requires_action: t`Waits for the customer's bank`,
  processing: t`In progress`,
  succeeded: t`Succeeded`,
  declined: t`Declined`,
  errored: t`Failed`,
  canceled: t`Called off`,
};

/** Labels of attempts to save a card, in the activity. */
export const cardLabels: Labels<`card_${AttemptStatus}`> = {
  card_sending: t`Card on its way`,
  card_requires_action: t`Card waits for the customer's bank`,
  card_processing: t`Card in progress`,
  card_succeeded: t`Card saved`,
  card_declined: t`Card declined`,
  card_errored: t`Card not saved`,
  card_canceled: t`Card called off`,
};

/** Labels of operator commands in the audit trail. */
export const actionLabels: Labels<OperatorAction> = {
  add_operator: t`Operator added`,
  disable_operator: t`Operator shut out`,
  change_password: t`Own password changed`,
  grant_credit: t`Credit given`,
  pay_out_credit: t`Credit paid out`,
  refund: t`Refunded`,
  dismiss_refund: t`Refund let go`,
  book_payment: t`Lost payment booked`,
  park_payment: t`Lost payment waits for a decision`,
  keep_payment: t`Lost payment kept as credit`,
  ask_payment: t`Payment provider asked about a payment`,
  dismiss_payment: t`Lost payment dismissed`,
  book_refund: t`Lost refund booked`,
  save_card: t`Lost card put on file`,
  void: t`Receipt voided`,
  write_off: t`Receipt written off`,
  end_subscription: t`Subscription ended`,
  accept_request: t`Request accepted`,
  change_address: t`Address changed`,
  order_closing: t`Closing ordered, waits for the payment provider`,
  close_account: t`Account closed`,
  end_sessions: t`Sessions ended`,
  view_as_customer: t`Viewed as customer`,
  lift_networks: t`Network limits lifted`,
  lift_two_step: t`Two-step lifted`,
  resend_mail: t`Email sent again`,
  redrive: t`Job put back into the queue`,
  dismiss_job: t`Failed job dismissed`,
  clear_review: t`Export review cleared`,
  deny_review: t`Export review denied`,
  create_coupons: t`Codes made`,
  revoke_coupons: t`Codes taken back`,
  import_catalogue: t`Catalog reloaded`,
  create_customer: t`Account created by a server`,
  link_customer: t`Account linked to an id of the vendor`,
  unlink_customer: t`Id of the vendor removed`,
  add_note: t`Note`,
  redeem_code: t`Code redeemed by a server`,
  create_portal_link: t`Portal link made by a server`,
  create_vendor_key: t`Vendor key created`,
  revoke_vendor_key: t`Vendor key revoked`,
  resend_hook: t`Message sent to a product again`,
  send_test_hook: t`Test sent to a product`,
};

/** Labels of the objects of a command that have no id. */
export const subjectLabels: Labels<ActionSubject> = {
  account: t`Account`,
  invoice: t`Receipt`,
  refund: t({ message: 'Refund', context: 'noun' }),
  payment: t`Payment`,
  job: t`Job`,
  catalogue: t`Catalog`,
  mail: t`Email`,
  operator: t`Operator`,
  review: t`Export review`,
  coupon_batch: t`Batch`,
  subscription: t`Subscription`,
  vendor_key: t`Vendor key`,
  message: t`Message to a product`,
  endpoint: t`Endpoint`,
};

/** Labels of the reasons of a review. A reason that an operator wrote has none and is shown unchanged. */
export const reviewReasonLabels: Labels<ReviewReason> = {
  'Found pending without a review': t`Found pending without a review`,
  'The screening asks for a review': t`The screening asks for a review`,
  'The screening refuses': t`The screening refuses`,
};

/** Labels of the reasons for which a payment that the books lack waits for an operator. */
export const parkReasonLabels: Labels<string> = {
  no_purpose: t`It does not say what it is for`,
  no_account: t`Its account is not in the books, or closed`,
  no_subscription: t`Its subscription is not in the books, or has ended`,
  paid_otherwise: t`Its period has another payment`,
  period_over: t`Its period is over`,
  other_amount: t`The books expect another amount`,
  not_orderable: t`The same order is not possible now`,
  no_rule: t`A change of plan or an extension is not repeated`,
};

export const kindLabels: Labels<TimelineEntry['kind']> = {
  security: t`Sign-in and security`,
  subscription: t`Subscription`,
  invoice: t`Receipt`,
  payment: t`Payment`,
  refund: t({ message: 'Refund', context: 'noun' }),
  consent: t`Consent`,
  review: t`Export review`,
  operator: t`Operator`,
};
