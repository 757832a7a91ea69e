import type { Instant } from '@foyer/contract/vocabulary/instants';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { MailFacts } from '@foyer/domain/billing/mail-job';
import type { Letter } from './layout.ts';
import { type Holding, speechIn } from './letter-parts.ts';
import type { Recipient } from './ports.ts';

interface Lead {
  readonly customer: Pick<Recipient, 'email' | 'firstName'>;
  readonly holding: Pick<Holding, 'id' | 'product'>;
  readonly orderedAt: Instant;
  /** The plan that was ordered, and when it starts if that waits. */
  readonly facts: Pick<MailFacts, 'name' | 'nextAt'>;
}

const { day } = speechIn(languages[0]);

/** To the vendor's own people, who read English (billing.md S3): who ordered what, and where to write to them. */
export const salesLeadLetter = ({
  customer,
  holding: { id, product },
  orderedAt,
  facts: { name: wanted = '', nextAt },
}: Lead): Letter => {
  return {
    subject: `Sales lead: ${wanted}`,
    heading: `${customer.email} ordered ${wanted}`,
    paragraphs: ['The page told them that somebody contacts them shortly. This plan is billed by agreement.'],
    rows: [
      ['First name', customer.firstName],
      ['Email', customer.email],
      ['Product', product],
      ['Plan', wanted],
      ['Starts', nextAt == null ? 'at once' : day(nextAt)],
      ['Subscription', id],
      ['Ordered on', day(orderedAt)],
    ],
  };
};
