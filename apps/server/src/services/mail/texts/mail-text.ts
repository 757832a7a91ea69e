import type { OperatorMail, SecurityMail } from '@foyer/contract/vocabulary/record-words';
import type { BillingValues, CustomerMail } from '../billing-values.ts';

/** Text of a mail in one language. */
export interface MailText {
  readonly subject: string;
  /** Absent if it is the subject. */
  readonly heading?: string;
  /** Null and false are left out. */
  readonly paragraphs: readonly (string | null | false)[];
  /** Label of the link; null in a mail without a link. */
  readonly link: string | null;
}

export type BillingTexts = { readonly [T in CustomerMail]: (values: BillingValues[T]) => MailText };
export type PromotionValues = BillingValues['promotion_redeemed'];

/** Text of a mail about an event that a stranger may have caused. Its subject is the heading too. */
interface EventText {
  readonly subject: string;
  /** Event, and its effect. */
  readonly what: string;
  /** Replaces `what` if the effect lasts until the customer sets a new password. */
  readonly whatUntilReset?: string;
  readonly more?: string;
  /** Advice for a reader who did not cause it. */
  readonly notYou: string;
  /** Replaces these parts if an operator caused the event. */
  readonly bySupport?: { readonly what: string; readonly notYou: string };
  /** Label of the link. Absent: the label of its page in `links`. */
  readonly link?: string;
}

export type SecurityTexts = Readonly<Record<SecurityMail, EventText>>;
export type OperatorTexts = Readonly<Record<OperatorMail, EventText>>;
