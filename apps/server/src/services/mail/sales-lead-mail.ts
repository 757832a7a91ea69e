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
 * To the vendor's own people, who read English (billing.md S3): who ordered what, and where to write to them. Where the
 * job does not say what, it may be the plan that is held or one that waits for its end.
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
