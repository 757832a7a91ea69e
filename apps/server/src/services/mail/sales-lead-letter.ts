import type { Subscription } from '@foyer/contract/api/shapes';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { Letter } from './layout.ts';
import { speechIn } from './letter-parts.ts';
import type { Recipient } from './ports.ts';

interface Lead {
  readonly customer: Pick<Recipient, 'email' | 'firstName'>;
  readonly subscription: Subscription;
  readonly orderedAt: Instant;
}

const { day } = speechIn(languages[0]);

/** To the vendor's own people, who read English (billing.md S3): who ordered what, and where to write to them. */
export const salesLeadLetter = ({
  customer,
  subscription: { id, product, plan, status, pendingChange },
  orderedAt,
}: Lead): Letter => {
  const wanted = pendingChange?.planId ?? plan.id;
  return {
    subject: `Sales lead: ${wanted}`,
    heading: `${customer.email} ordered ${wanted}`,
    paragraphs: ['The page told them that somebody contacts them shortly. This plan is billed by agreement.'],
    rows: [
      ['First name', customer.firstName],
      ['Email', customer.email],
      ['Product', product],
      ['Plan', wanted],
      ['Starts', pendingChange ? day(pendingChange.applyAt) : status],
      ['Subscription', id],
      ['Ordered on', day(orderedAt)],
    ],
  };
};
