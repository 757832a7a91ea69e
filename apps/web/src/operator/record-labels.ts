import type { ActivityType, SignInMethod } from '@foyer/contract/api/activity';
import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import type {
  ActionSubject,
  AttemptStatus,
  BillingMail,
  InvoiceReason,
  OperatorAction,
  OperatorMail,
  RefundStatus,
  ReviewReason,
  SecurityMail,
  SubscriptionEventType,
} from '@foyer/contract/vocabulary/record-words';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Labels for the codes in records. They use the technical terms, because operators know the product. */

type Labels<Code extends string> = Readonly<Record<Code, MessageDescriptor>>;

/** Labels of mails. */
export const mailLabels: Labels<BillingMail | SecurityMail | OperatorMail> = {
  receipt: msg`Receipt`,
  recovered: msg`Payment came after all`,
  payment_failed: msg`Payment failed`,
  payment_overdue: msg`Payment overdue`,
  refunded: msg({ message: 'Refund', context: 'noun' }),
  credit_granted: msg`Credit given`,
  credit_paid_out: msg`Credit paid out`,
  card_saved: msg`Card saved`,
  card_expiring: msg`Card about to expire`,
  card_expired: msg`Card expired`,
  renewal_notice: msg`Renewal ahead`,
  ending_notice: msg`End ahead`,
  subscription_ended: msg`Subscription ended`,
  trial_started: msg`Trial started`,
  sales_lead: msg`Enquiry for sales`,
  request_accepted: msg`Request accepted`,
  request_ended: msg`Request closed`,
  promotion_redeemed: msg`Promotion redeemed`,
  review_opened: msg`Export review opened`,
  review_cleared: msg`Export review cleared`,
  review_denied: msg`Export review denied`,
  held_applied: msg`What was held is carried out`,
  held_released: msg`What was held is given back`,
  maintenance_ending: msg`Maintenance about to end`,
  maintenance_extended: msg`Maintenance extended`,
  verify_email: msg`Confirm the email`,
  registered_again: msg`Registered a second time`,
  password_reset: msg`Link for a new password`,
  password_reset_done: msg`New password set`,
  password_changed: msg`Password changed`,
  email_change_confirm: msg`Confirm the new email`,
  email_change_requested: msg`Email change requested`,
  email_changed: msg`Email changed`,
  mfa_enabled: msg`Two-step turned on`,
  mfa_disabled: msg`Two-step turned off`,
  mfa_lifted: msg`Two-step lifted by an operator`,
  sign_in_methods_removed: msg`Sign-in methods of an unverified account removed`,
  recovery_codes_created: msg`New recovery codes made`,
  recovery_code_used: msg`Recovery code used`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  networks_limited: msg`Networks limited`,
  networks_opened: msg`Network limits lifted`,
  address_changed: msg`Billing address changed`,
  new_device: msg`Sign-in from a new device`,
  sign_in_locked: msg`Sign-in paused`,
  step_up_locked: msg`Changes paused`,
  refresh_reused: msg`Copied sign-in refused`,
  export_ready: msg`Copy of the data ready`,
  account_closing: msg`Account is being closed`,
  account_closed: msg`Account closed`,
  operator_new_device: msg`New device at the operator site`,
  operator_locked: msg`Sign-in to the operator site paused`,
  operator_password_changed: msg`Operator password changed`,
};

/** Labels of sign-in and credential events. Only operators see that a wrong code was entered. */
const securityLabels: Labels<ActivityType | 'code_refused' | 'operator_viewed'> = {
  registered: msg`Account created`,
  signed_in: msg`Signed in`,
  sign_in_failed: msg`Sign-in failed`,
  sign_in_locked: msg`Sign-in paused`,
  signed_out: msg`Signed out`,
  second_factor_failed: msg`Wrong code in the second step`,
  step_up_failed: msg`Wrong password or code before a change`,
  step_up_locked: msg`Changes paused`,
  recovery_code_used: msg`Recovery code used`,
  refresh_reused: msg`Copied sign-in refused`,
  session_ended: msg`A session was ended`,
  sessions_ended: msg`Other sessions were ended`,
  email_verified: msg`Email confirmed`,
  email_change_requested: msg`Email change requested`,
  email_changed: msg`Email changed`,
  password_changed: msg`Password changed`,
  password_reset_requested: msg`Link for a new password requested`,
  password_reset: msg`New password set`,
  mfa_enabled: msg`Two-step turned on`,
  mfa_disabled: msg`Two-step turned off`,
  recovery_codes_created: msg`New recovery codes made`,
  passkey_added: msg`Passkey added`,
  passkey_removed: msg`Passkey removed`,
  networks_changed: msg`Allowed networks changed`,
  address_changed: msg`Address changed by support`,
  request_accepted: msg`Request accepted by support`,
  viewed_by_support: msg`Pages viewed by support`,
  consent_changed: msg`Privacy choice changed`,
  export_requested: msg`Copy of the data requested`,
  export_downloaded: msg`Copy of the data downloaded`,
  account_closing: msg`Closing waits for the payment provider`,
  account_closed: msg`Account closed`,
  account_closing_by_support: msg`Closing ordered by support, waits for the payment provider`,
  account_closed_by_support: msg`Account closed by support`,
  code_refused: msg`Wrong prepaid or promotion code`,
  operator_viewed: msg`Looked at by an operator`,
};

/** Labels of sign-in methods. */
export const methodLabels: Labels<SignInMethod> = {
  password: msg`Password`,
  password_code: msg`Password and code`,
  password_recovery_code: msg`Password and recovery code`,
  password_passkey: msg`Password and passkey`,
  passkey: msg`Passkey`,
  provider: msg`Sign-in provider`,
};

const subscriptionLabels: Labels<SubscriptionEventType> = {
  requested: msg`Requested`,
  request_accepted: msg`Request accepted`,
  activated: msg`Began`,
  trial_started: msg`Trial started`,
  trial_converted: msg`Goes on after the trial`,
  promotion_converted: msg`Goes on after the promotion`,
  plan_changed: msg`Plan changed`,
  renewal_on: msg`Auto-renew turned on`,
  renewal_off: msg`Auto-renew turned off`,
  renewed: msg`Renewed`,
  periods_skipped: msg`Periods skipped`,
  extended: msg`Extended`,
  maintenance_extended: msg`Maintenance extended`,
  past_due: msg`Payment failed`,
  suspended: msg`Paused until paid`,
  recovered: msg`Goes on, paid after all`,
  resumed: msg`Goes on after a pause`,
  canceled: msg`Ended`,
};

const invoiceLabels: Labels<InvoiceReason | 'void'> = {
  create: msg`For an order`,
  renewal: msg`For a renewal`,
  change: msg`For a change of plan`,
  trial_end: msg`For the time after the trial`,
  promotion_end: msg`For the time after the promotion`,
  one_time: msg`For a one-time purchase`,
  grant: msg`For something given away`,
  void: msg`Voided`,
};

export const refundLabels: Labels<RefundStatus> = {
  sending: msg`On its way`,
  succeeded: msg`Succeeded`,
  failed: msg`Failed`,
};

export const chargeLabels: Labels<AttemptStatus> = {
  sending: msg`On its way`,
  requires_action: msg`Waits for the customer's bank`,
  processing: msg`In progress`,
  succeeded: msg`Succeeded`,
  declined: msg`Declined`,
  errored: msg`Failed`,
  canceled: msg`Called off`,
};

const paymentLabels: Labels<AttemptStatus | `card_${AttemptStatus}`> = {
  ...chargeLabels,
  card_sending: msg`Card on its way`,
  card_requires_action: msg`Card waits for the customer's bank`,
  card_processing: msg`Card in progress`,
  card_succeeded: msg`Card saved`,
  card_declined: msg`Card declined`,
  card_errored: msg`Card not saved`,
  card_canceled: msg`Card called off`,
};

/** Labels of operator commands in the audit trail. */
export const actionLabels: Labels<OperatorAction> = {
  add_operator: msg`Operator added`,
  disable_operator: msg`Operator shut out`,
  change_password: msg`Own password changed`,
  grant_credit: msg`Credit given`,
  pay_out_credit: msg`Credit paid out`,
  refund: msg`Refunded`,
  dismiss_refund: msg`Refund let go`,
  void: msg`Receipt voided`,
  write_off: msg`Receipt written off`,
  end_subscription: msg`Subscription ended`,
  accept_request: msg`Request accepted`,
  change_address: msg`Address changed`,
  order_closing: msg`Closing ordered, waits for the payment provider`,
  close_account: msg`Account closed`,
  end_sessions: msg`Sessions ended`,
  view_as_customer: msg`Viewed as customer`,
  lift_networks: msg`Network limits lifted`,
  lift_two_step: msg`Two-step lifted`,
  resend_mail: msg`Mail sent again`,
  redrive: msg`Job put back into the queue`,
  clear_review: msg`Export review cleared`,
  deny_review: msg`Export review denied`,
  create_coupons: msg`Codes made`,
  revoke_coupons: msg`Codes taken back`,
  import_catalogue: msg`Catalogue reloaded`,
};

/** Labels of the objects of a command that have no id. */
export const subjectLabels: Labels<ActionSubject> = {
  account: msg`Account`,
  invoice: msg`Receipt`,
  refund: msg({ message: 'Refund', context: 'noun' }),
  job: msg`Job`,
  catalogue: msg`Catalogue`,
  mail: msg`Mail`,
  operator: msg`Operator`,
  review: msg`Export review`,
  coupon_batch: msg`Batch`,
  subscription: msg`Subscription`,
};

/** Labels of the reasons of a review. A reason that an operator wrote has none and is shown unchanged. */
export const reviewReasonLabels: Labels<ReviewReason> = {
  'Found pending without a review': msg`Found pending without a review`,
  'The screening asks for a review': msg`The screening asks for a review`,
  'The screening refuses': msg`The screening refuses`,
};

export const kindLabels: Labels<TimelineEntry['kind']> = {
  security: msg`Sign-in and security`,
  subscription: msg`Subscription`,
  invoice: msg`Receipt`,
  payment: msg`Payment`,
  refund: msg({ message: 'Refund', context: 'noun' }),
  consent: msg`Consent`,
  review: msg`Export review`,
  operator: msg`Operator`,
};

/** Labels of history events, by the kind of object. */
export const eventLabels: Readonly<Record<TimelineEntry['kind'], Labels<string>>> = {
  security: securityLabels,
  subscription: subscriptionLabels,
  invoice: invoiceLabels,
  payment: paymentLabels,
  refund: refundLabels,
  consent: { yes: msg`Yes`, no: msg`No` },
  review: { opened: msg`Opened` },
  operator: actionLabels,
};
