import type { Receipt } from '@foyer/contract/api/receipt';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import type { MailFacts, MailJob } from '@foyer/domain/billing/mail-job';
import { writeBillingMail } from './billing-mails.ts';
import { type MailBrand, renderMail } from './layout.ts';
import { type MailDataPart, mailDataParts } from './load-mail-data.ts';
import { cardText, formattersFor, type Holding } from './mail-data.ts';
import type { MailTransport, Recipient } from './ports.ts';
import { writeSalesLeadMail } from './sales-lead-mail.ts';

export interface BillingMailNeeds {
  readonly recipient: (accountId: AccountId) => Promise<Recipient | null>;
  readonly readReceipt: (accountId: AccountId, invoiceId: string, language: Language) => Promise<Receipt | null>;
  /** The name of what is held; what else a mail says of it was known when the mail was caused. */
  readonly readHolding: (
    accountId: AccountId,
    id: string,
    language: Language,
    then?: MailFacts['held'],
  ) => Promise<Holding | null>;
  readonly readCard: (accountId: AccountId) => Promise<{ brand: string; last4: string } | null>;
  readonly brand: (key: string) => MailBrand;
  readonly transport: MailTransport;
  /** Who gets in touch with customers that order what is billed by agreement; null: nobody does. */
  readonly salesEmail: string | null;
}

/** Mails about a day that is still to come. */
const announcing: readonly MailJob['template'][] = [
  'renewal_notice',
  'ending_notice',
  'maintenance_ending',
  'card_expiring',
];

/**
 * A mail that waited for the day it announces to be over, because no mail went out, announces nothing any more. It lives
 * at the moment it was caused at, also on a sandbox clock that has jumped on since, and grows older by what it waited.
 */
const isPast = ({ template, at, facts: { nextAt } }: MailJob, waitedMs: number): boolean =>
  announcing.includes(template) && nextAt != null && at + waitedMs >= nextAt;

/** Writes and sends the mail of one job. Somebody who left gets none. */
export const makeSendBillingMail =
  (needs: BillingMailNeeds) =>
  async (id: string, job: MailJob, waitedMs: number): Promise<void> => {
    const to = isPast(job, waitedMs) ? null : await needs.recipient(job.accountId);
    if (!to) return;
    const { accountId, invoiceId, subscriptionId } = job;
    const speaksOf = (part: MailDataPart): boolean => mailDataParts[job.template].includes(part);
    const [receipt, holding, card] = await Promise.all([
      invoiceId !== null && speaksOf('receipt') ? needs.readReceipt(accountId, invoiceId, to.language) : null,
      subscriptionId !== null && speaksOf('holding')
        ? needs.readHolding(accountId, subscriptionId, to.language, job.facts.held)
        : null,
      speaksOf('card') ? needs.readCard(accountId) : null,
    ]);
    if (job.template === 'sales_lead') {
      const lead = holding && writeSalesLeadMail({ customer: to, holding, orderedAt: job.at, facts: job.facts });
      if (!lead || needs.salesEmail === null) return;
      const mail = renderMail(lead, needs.brand(to.brand), languages[0]);
      return needs.transport.send({ ...mail, id, accountId: job.accountId, to: needs.salesEmail });
    }
    const content = writeBillingMail(
      job.template,
      {
        firstName: to.firstName,
        receipt,
        holding,
        cardText: card && cardText(card.brand, card.last4),
        facts: job.facts,
      },
      formattersFor(to.language),
    );
    if (!content) return;
    await needs.transport.send({
      ...renderMail(content, needs.brand(to.brand), to.language),
      id,
      accountId: job.accountId,
      to: to.email,
    });
  };
