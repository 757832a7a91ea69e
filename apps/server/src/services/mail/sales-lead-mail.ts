import type { Instant } from '@foyer/contract/vocabulary/instants';
import { languages } from '@foyer/contract/vocabulary/languages';
import type { MailJob } from '@foyer/domain/billing/mail-job';
import { formatDay } from '@foyer/domain/dates/format-day';
import type { Holding } from './billing-values.ts';
import type { MailContent } from './layout.ts';
import type { Recipient } from './ports.ts';

const day = (at: Instant): string => formatDay(at, languages[0]);

/**
 * Writes the mail to the vendor's sales contact, in English: customer, ordered plan and its start (S3). Jobs that an
 * earlier release queued have neither. Their mail names the present plan.
 */
export const writeSalesLeadMail = (
  { email, firstName }: Pick<Recipient, 'email' | 'firstName'>,
  { id, product, plan }: Pick<Holding, 'id' | 'product' | 'plan'>,
  { at, facts: { name, nextAt } }: Pick<MailJob, 'at' | 'facts'>,
): MailContent => ({
  subject: `Sales lead: ${name ?? plan.name}`,
  heading: `${email} ordered ${name ?? 'a plan that is billed by agreement'}`,
  paragraphs: ['The page told them that somebody contacts them shortly. This plan is billed by agreement.'],
  rows: [
    ['First name', firstName],
    ['Email', email],
    ['Product', product],
    name === undefined ? ['Plan held now', plan.name] : ['Plan', name],
    ...(nextAt === undefined ? [] : [['Starts', nextAt === null ? 'at once' : day(nextAt)] as const]),
    ['Subscription', id],
    ['Ordered on', day(at)],
  ],
});
