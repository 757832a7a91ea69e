import type { Instant } from '@foyer/contract/vocabulary/instants';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { MailFacts } from '@foyer/domain/billing/mail-job';
import { formatDay } from '@foyer/domain/dates/format-day';
import type { Holding } from './billing-values.ts';
import type { MailContent } from './layout.ts';
import type { Recipient } from './ports.ts';

interface Lead {
  readonly customer: Pick<Recipient, 'email' | 'firstName'>;
  readonly holding: Pick<Holding, 'id' | 'product' | 'plan'>;
  readonly orderedAt: Instant;
  /** Plan that was ordered, and its start if it does not start at once. Jobs of an earlier release have neither. */
  readonly facts: Pick<MailFacts, 'name' | 'nextAt'>;
}

const day = (at: Instant): string => formatDay(at, languages[0]);

/**
 * Writes the mail to the vendor's sales contact, in English: customer, ordered plan and start (S3). A job without a plan
 * names the present one.
 */
export const writeSalesLeadMail = ({
  customer,
  holding: { id, product, plan },
  orderedAt,
  facts: { name, nextAt },
}: Lead): MailContent => ({
  subject: `Sales lead: ${name ?? plan.name}`,
  heading: `${customer.email} ordered ${name ?? 'a plan that is billed by agreement'}`,
  paragraphs: ['The page told them that somebody contacts them shortly. This plan is billed by agreement.'],
  rows: [
    ['First name', customer.firstName],
    ['Email', customer.email],
    ['Product', product],
    name === undefined ? ['Plan held now', plan.name] : ['Plan', name],
    ...(nextAt === undefined ? [] : [['Starts', nextAt === null ? 'at once' : day(nextAt)] as const]),
    ['Subscription', id],
    ['Ordered on', day(orderedAt)],
  ],
});
