/**
 * The words by which the house writes down what happened. Operators read them in their own language: a word that stands
 * here and has none in the console (`console/record-words.ts`) does not compile, and neither does one written down that
 * stands nowhere here.
 */

/** Mails that a billing decision causes (BY-06). */
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
  | 'promotion_redeemed'
  | 'review_opened'
  | 'review_cleared'
  | 'review_denied'
  | 'held_applied'
  | 'held_released'
  | 'maintenance_ending'
  | 'maintenance_extended';

/** Mails about the account itself (BY-06). */
export type SecurityMail =
  | 'verify_email'
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
  | 'account_closed';

/** Mails to operators about their own account at the console (OP-01). */
export type OperatorMail = 'operator_new_device' | 'operator_locked' | 'operator_password_changed';

/** What becomes of a subscription (billing.md §2.4). */
export type SubscriptionEventType =
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

/** Why a receipt was made (billing.md §1.5). */
export type InvoiceReason = 'create' | 'renewal' | 'change' | 'trial_end' | 'promotion_end' | 'one_time' | 'grant';

/** How far a try to charge or to keep a card has come. */
export type AttemptStatus =
  | 'sending'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'declined'
  | 'errored'
  | 'canceled';

/** How far money has come that goes back. */
export const refundStatuses = ['sending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** What operators do (OP-01): one word a command, in the audit trail for good. */
export type OperatorAction =
  | 'add_operator'
  | 'disable_operator'
  | 'change_password'
  | 'grant_credit'
  | 'pay_out_credit'
  | 'refund'
  | 'dismiss_refund'
  | 'void'
  | 'write_off'
  | 'end_subscription'
  | 'change_address'
  | 'close_account'
  | 'end_sessions'
  | 'view_as_customer'
  | 'lift_networks'
  | 'lift_two_step'
  | 'resend_mail'
  | 'redrive'
  | 'clear_review'
  | 'deny_review'
  | 'create_coupons'
  | 'revoke_coupons'
  | 'import_catalogue';

/** What a command of an operator is about. */
export type ActionSubject =
  | 'account'
  | 'invoice'
  | 'refund'
  | 'job'
  | 'catalogue'
  | 'mail'
  | 'operator'
  | 'review'
  | 'coupon_batch'
  | 'subscription';

/** Why the house itself opens an export review (EX-01); an operator's own words may stand there too. */
export type ReviewReason =
  | 'Found pending without a review'
  | 'The screening asks for a review'
  | 'The screening refuses';
