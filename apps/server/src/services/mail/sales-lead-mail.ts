import type { Instant } from '@foyer/contract/vocabulary/instants';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { MailFacts } from '@foyer/domain/billing/mail-job';
import type { MailContent } from './layout.ts';
import { formattersFor, type Holding } from './mail-data.ts';
import type { Recipient } from './ports.ts';

interface Lead {
  readonly customer: Pick<Recipient, 'email' | 'firstName'>;
  readonly holding: Pick<Holding, 'id' | 'product' | 'plan'>;
  readonly orderedAt: Instant;
  /** The plan that was ordered, and when it starts if that waits. Jobs that an earlier release queued say neither. */
  readonly facts: Pick<MailFacts, 'name' | 'nextAt'>;
}

const { day } = formattersFor(languages[0]);

/**
 * Mail to the vendor's sales contact, in English: who ordered which plan by agreement (S3), and where to write to them. A
 * job without a plan is about the plan that is held, or about one that waits for the end of the period.
 */
export const writeSalesLeadMail = ({
  customer,
  holding: { id, product, plan },
  orderedAt,
  facts: { name, nextAt },
}: Lead): MailContent => {
  return {
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
  };
};
