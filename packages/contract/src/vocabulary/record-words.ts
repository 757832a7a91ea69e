/**
 * Words stored for past events. Operators read them translated: the operator site must have a text for each
 * (`operator/record-labels.ts`), or it does not compile. Storing a word that is missing here does not compile either.
 */

/** Mails caused by billing decisions (BY-06). */
export type BillingMail =
  | 'receipt'
  | 'recovered'
  | 'payment_failed'
  | 'payment_overdue'
  | 'refunded'
  | 'credit_granted'
  | 'credit_paid_out'
  | 'card_saved'
  | 'card_expiring'
  | 'card_expired'
  | 'renewal_notice'
  | 'ending_notice'
  | 'subscription_ended'
  | 'trial_started'
  | 'sales_lead'
  | 'request_accepted'
  | 'request_ended'
  | 'promotion_redeemed'
  | 'review_opened'
  | 'review_cleared'
  | 'review_denied'
  | 'held_applied'
  | 'held_released'
  | 'maintenance_ending'
  | 'maintenance_extended';

/** Mails about the account and its security (BY-06). */
export type SecurityMail =
  | 'verify_email'
  | 'invitation'
  | 'registered_again'
  | 'password_reset'
  | 'password_reset_done'
  | 'password_changed'
  | 'email_change_confirm'
  | 'email_change_requested'
  | 'email_changed'
  | 'mfa_enabled'
  | 'mfa_disabled'
  | 'mfa_lifted'
  | 'sign_in_methods_removed'
  | 'recovery_codes_created'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  | 'networks_limited'
  | 'networks_opened'
  | 'address_changed'
  | 'new_device'
  | 'sign_in_locked'
  | 'step_up_locked'
  | 'refresh_reused'
  | 'export_ready'
  | 'account_closing'
  | 'account_closed';

/** Mails to operators about their own account of the operator site (OP-01). */
export type OperatorMail = 'operator_new_device' | 'operator_locked' | 'operator_password_changed';

/** Types of subscription events. */
export type SubscriptionEventType =
  | 'requested'
  | 'request_accepted'
  | 'activated'
  | 'trial_started'
  | 'trial_converted'
  | 'promotion_converted'
  | 'plan_changed'
  | 'renewal_on'
  | 'renewal_off'
  | 'renewed'
  | 'periods_skipped'
  | 'extended'
  | 'maintenance_extended'
  | 'past_due'
  | 'suspended'
  | 'recovered'
  | 'resumed'
  | 'canceled';

/** Reasons of invoices. */
export type InvoiceReason = 'create' | 'renewal' | 'change' | 'trial_end' | 'promotion_end' | 'one_time' | 'grant';

/** Status of an attempt to charge an invoice or to save a card. */
export const attemptStatuses = [
  'sending',
  'requires_action',
  'processing',
  'succeeded',
  'declined',
  'errored',
  'canceled',
] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** Status of a refund. */
export const refundStatuses = ['sending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Operator commands as stored in the audit log (OP-01). Stored values are permanent. */
export type OperatorAction =
  | 'add_operator'
  | 'disable_operator'
  | 'change_password'
  | 'grant_credit'
  | 'pay_out_credit'
  | 'refund'
  | 'dismiss_refund'
  | 'book_payment'
  | 'park_payment'
  | 'keep_payment'
  | 'ask_payment'
  | 'dismiss_payment'
  | 'book_refund'
  | 'save_card'
  | 'void'
  | 'write_off'
  | 'end_subscription'
  | 'accept_request'
  | 'change_address'
  | 'order_closing'
  | 'close_account'
  | 'end_sessions'
  | 'view_as_customer'
  | 'lift_networks'
  | 'lift_two_step'
  | 'resend_mail'
  | 'redrive'
  | 'dismiss_job'
  | 'clear_review'
  | 'deny_review'
  | 'create_coupons'
  | 'revoke_coupons'
  | 'import_catalogue'
  | 'create_customer'
  | 'link_customer'
  | 'unlink_customer'
  | 'add_note'
  | 'redeem_code'
  | 'create_portal_link'
  | 'create_vendor_key'
  | 'revoke_vendor_key'
  | 'resend_hook'
  | 'send_test_hook';

/** Kind of record that an operator command is about. */
export type ActionSubject =
  | 'account'
  | 'invoice'
  | 'refund'
  | 'payment'
  | 'job'
  | 'catalogue'
  | 'mail'
  | 'operator'
  | 'review'
  | 'coupon_batch'
  | 'subscription'
  | 'vendor_key'
  | 'message'
  | 'endpoint';

/** Reasons for export reviews opened by the server (EX-01). Operators may enter other texts. */
export type ReviewReason =
  | 'Found pending without a review'
  | 'The screening asks for a review'
  | 'The screening refuses';
