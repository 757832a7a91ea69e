import type { MailJob } from '@foyer/domain/billing/mail-job';

/** What has to be looked up before a mail can be written. */
export type MailDataPart = 'receipt' | 'holding' | 'card';

/** What each mail speaks of besides the facts its job carries: nothing else is read for it. */
export const mailDataParts: Readonly<Record<MailJob['template'], readonly MailDataPart[]>> = {
  receipt: ['receipt', 'holding'],
  recovered: ['receipt', 'holding'],
  payment_failed: ['receipt'],
  payment_overdue: ['receipt'],
  refunded: [],
  credit_granted: [],
  credit_paid_out: [],
  card_saved: ['card'],
  card_expiring: ['card'],
  card_expired: ['card'],
  renewal_notice: ['holding', 'card'],
  ending_notice: ['holding'],
  trial_started: ['holding'],
  subscription_ended: ['holding'],
  sales_lead: ['holding'],
  promotion_redeemed: ['holding'],
  review_opened: [],
  review_cleared: [],
  review_denied: [],
  held_applied: ['holding'],
  held_released: [],
  maintenance_ending: ['holding'],
  maintenance_extended: ['holding', 'receipt'],
};
