import type { Receipt, Subscription } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { MailJob } from '@foyer/domain/billing/mail-job';
import { writeBillingLetter } from './billing-letters.ts';
import { type MailBrand, renderMail } from './layout.ts';
import { cardText } from './letter-parts.ts';
import type { MailTransport, Recipient } from './ports.ts';
import { salesLeadLetter } from './sales-lead-letter.ts';

export interface BillingMailNeeds {
  readonly recipient: (accountId: AccountId) => Promise<Recipient | null>;
  readonly readReceipt: (accountId: AccountId, invoiceId: string) => Promise<Receipt | null>;
  readonly readSubscription: (accountId: AccountId, id: string) => Promise<Subscription | null>;
  readonly readCard: (accountId: AccountId) => Promise<{ brand: string; last4: string } | null>;
  readonly brand: (key: string) => MailBrand;
  readonly transport: MailTransport;
  /** Who gets in touch with customers that order what is billed by agreement; null: nobody does. */
  readonly salesEmail: string | null;
}

/** Writes and sends the mail of one job. Somebody who left gets none. */
export const makeSendBillingMail =
  (needs: BillingMailNeeds) =>
  async (id: string, job: MailJob): Promise<void> => {
    const [to, receipt, subscription, card] = await Promise.all([
      needs.recipient(job.accountId),
      job.invoiceId === null ? null : needs.readReceipt(job.accountId, job.invoiceId),
      job.subscriptionId === null ? null : needs.readSubscription(job.accountId, job.subscriptionId),
      needs.readCard(job.accountId),
    ]);
    if (!to) return;
    if (job.template === 'sales_lead') {
      const lead = subscription && salesLeadLetter({ customer: to, subscription, orderedAt: job.at });
      if (!lead || needs.salesEmail === null) return;
      const mail = renderMail(lead, needs.brand(to.brand));
      return needs.transport.send({ ...mail, id, accountId: job.accountId, to: needs.salesEmail });
    }
    const letter = writeBillingLetter(job.template, {
      firstName: to.firstName,
      receipt,
      subscription,
      cardText: card && cardText(card.brand, card.last4),
      facts: job.facts,
    });
    if (!letter) return;
    await needs.transport.send({
      ...renderMail(letter, needs.brand(to.brand)),
      id,
      accountId: job.accountId,
      to: to.email,
    });
  };
