import type { Instant } from '@foyer/contract/vocabulary/instants';
import { languages } from '@foyer/contract/vocabulary/languages';
import { formatDay } from '@foyer/domain/dates/format-day';
import type { MailJob } from '@foyer/domain/state/mail-job';
import type { Holding } from './billing-values.ts';
import type { MailContent } from './layout.ts';
import type { Recipient } from './ports.ts';

const day = (at: Instant): string => formatDay(at, languages[0]);

/**
 * Writes the mail to the vendor's sales contact, in English: customer, requested plan, and how to accept it (S23). Jobs of
 * earlier releases may have a start, or no plan; then the mail names the current plan.
 */
export const writeSalesLeadMail = (
  { email, firstName }: Pick<Recipient, 'email' | 'firstName'>,
  { id, product, plan }: Pick<Holding, 'id' | 'product' | 'plan'>,
  { at, facts: { name, nextAt } }: Pick<MailJob, 'at' | 'facts'>,
): MailContent => ({
  subject: `Sales lead: ${name ?? plan.name}`,
  heading: `${email} requested ${name ?? 'a plan that is billed by agreement'}`,
  paragraphs: [
    'The page told them that somebody contacts them shortly. This plan is billed by agreement.',
    'It begins when an operator accepts the request on the customer’s page of the operator site, or with the command “subscriptions accept”. To decline it, end it there.',
  ],
  rows: [
    ['First name', firstName],
    ['Email', email],
    ['Product', product],
    name === undefined ? ['Plan held now', plan.name] : ['Plan', name],
    ...(nextAt === undefined ? [] : [['Starts', nextAt === null ? 'at once' : day(nextAt)] as const]),
    ['Subscription', id],
    ['Requested on', day(at)],
  ],
});
