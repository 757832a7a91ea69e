import type { TimelineEntry } from '@foyer/contract/api/operator-customers';
import type {
  AttemptStatus,
  InvoiceReason,
  RefundStatus,
  SubscriptionEventType,
} from '@foyer/contract/vocabulary/record-words';
import { t } from '@lingui/core/macro';
import { moneyText } from '../../ui/money.tsx';
import { labelFor } from '../format.tsx';
import { actionLabels, cardLabels, securityLabels } from '../record-labels.ts';
import { articleLabels } from '../state-labels.ts';

/** Sentences for the events of a customer. A type without a sentence, for example an old one, is shown as it is stored. */

type Sentences<Type extends string> = Readonly<Record<Type, (about: string) => string>>;

/** Events of a subscription, by the name of its plan. */
const subscriptionTexts: Sentences<SubscriptionEventType> = {
  requested: (plan) => t`${plan} requested`,
  request_accepted: (plan) => t`Request for ${plan} accepted`,
  activated: (plan) => t`${plan} started`,
  trial_started: (plan) => t`Trial of ${plan} started`,
  trial_converted: (plan) => t`${plan} continues after the trial`,
  promotion_converted: (plan) => t`${plan} continues after the promotion`,
  plan_changed: (plan) => t`Plan changed, now ${plan}`,
  renewal_on: (plan) => t`Auto-renew of ${plan} turned on`,
  renewal_off: (plan) => t`Auto-renew of ${plan} turned off`,
  renewed: (plan) => t`${plan} renewed`,
  periods_skipped: (plan) => t`Periods of ${plan} skipped`,
  extended: (plan) => t`${plan} extended`,
  maintenance_extended: (plan) => t`Maintenance of ${plan} extended`,
  past_due: (plan) => t`${plan} is past due`,
  suspended: (plan) => t`${plan} paused until it is paid`,
  recovered: (plan) => t`Overdue payment for ${plan} received`,
  resumed: (plan) => t`${plan} continues after a pause`,
  canceled: (plan) => t`${plan} ended`,
};

/** Receipts by why they were made, with their total. */
const invoiceTexts: Sentences<InvoiceReason | 'void'> = {
  create: (amount) => t`${amount} billed for an order`,
  renewal: (amount) => t`${amount} billed for a renewal`,
  change: (amount) => t`${amount} billed for a change of plan`,
  trial_end: (amount) => t`${amount} billed for the time after the trial`,
  promotion_end: (amount) => t`${amount} billed for the time after the promotion`,
  one_time: (amount) => t`${amount} billed for a one-time purchase`,
  grant: (amount) => t`${amount} billed for something given away`,
  void: (amount) => t`Bill of ${amount} voided`,
};

const paymentTexts: Sentences<AttemptStatus> = {
  sending: (amount) => t`Payment of ${amount} on its way`,
  requires_action: (amount) => t`Payment of ${amount} waits for the customer's bank`,
  processing: (amount) => t`Payment of ${amount} in progress`,
  succeeded: (amount) => t`Payment of ${amount} succeeded`,
  declined: (amount) => t`Payment of ${amount} declined`,
  errored: (amount) => t`Payment of ${amount} failed`,
  canceled: (amount) => t`Payment of ${amount} called off`,
};

const refundTexts: Sentences<RefundStatus> = {
  sending: (amount) => t`Refund of ${amount} on its way`,
  succeeded: (amount) => t`Refund of ${amount} succeeded`,
  failed: (amount) => t`Refund of ${amount} failed`,
};

const consentTexts: Sentences<'yes' | 'no'> = {
  yes: (article) => t`${article}: the customer said yes`,
  no: (article) => t`${article}: the customer said no`,
};

const sentence = (texts: Sentences<string>, type: string, about: string): string =>
  Object.hasOwn(texts, type) ? (texts[type]?.(about) ?? type) : `${labelFor({}, type)} ${about}`.trim();

/**
 * Says in a sentence what happened. `subject` is the name of the subscription of the event, if the page knows it. The
 * amount is a part of the sentence.
 */
export const eventText = ({ kind, type, subject: id, amountCents }: TimelineEntry, subject: string | null): string => {
  const amount = moneyText(amountCents ?? 0);
  switch (kind) {
    case 'security':
      return labelFor(securityLabels, type);
    case 'subscription':
      return sentence(subscriptionTexts, type, subject ?? t`A subscription`);
    case 'invoice':
      return sentence(invoiceTexts, type, amount);
    case 'payment':
      return type.startsWith('card_') ? labelFor(cardLabels, type) : sentence(paymentTexts, type, amount);
    case 'refund':
      return sentence(refundTexts, type, amount);
    case 'consent':
      return sentence(consentTexts, type, labelFor(articleLabels, id ?? ''));
    case 'review':
      return t`Export review opened`;
    case 'operator': {
      const label = labelFor(actionLabels, type);
      return amountCents === null ? label : `${label}: ${amount}`;
    }
    default:
      return kind satisfies never;
  }
};
