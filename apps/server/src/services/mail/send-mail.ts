import type { Receipt } from '@foyer/contract/api/receipt';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import { type Catalogue, planById } from '@foyer/domain/catalogue/catalogue';
import type { MailJob } from '@foyer/domain/state/mail-job';
import { kindOf } from '@foyer/domain/state/status';
import { writeBillingMail } from './billing-mails.ts';
import { billingMails, cardText, type Holding } from './billing-values.ts';
import { type MailBrand, type MailContent, renderMail } from './layout.ts';
import type { HeldRow, MailTransport, OperatorMailJob, Recipient, SecurityMailJob } from './ports.ts';
import { writeSalesLeadMail } from './sales-lead-mail.ts';
import { writeOperatorMail, writeSecurityMail } from './security-mails.ts';

interface BillingMailStores {
  readonly recipient: (accountId: AccountId) => Promise<Recipient | null>;
  readonly readReceipt: (accountId: AccountId, invoiceId: string, language: Language) => Promise<Receipt | null>;
  readonly heldRow: (accountId: AccountId, id: string) => Promise<HeldRow | null>;
  readonly readCard: (accountId: AccountId) => Promise<{ brand: string; last4: string } | null>;
  readonly catalogueIn: (language: Language) => Catalogue;
  /** Address of the vendor's sales contact. Null: sales leads are not mailed. */
  readonly salesEmail: string | null;
}

export interface SendMailDependencies extends BillingMailStores {
  readonly linkSecret: (emailTokenId: string) => string;
  readonly brand: (key: string) => MailBrand;
  /** Key of the brand of mails to operators. */
  readonly operatorBrand: string;
  readonly transport: MailTransport;
}

interface WrittenMail {
  readonly content: MailContent;
  readonly brand: string;
  readonly language: Language;
  readonly accountId: AccountId | null;
  readonly to: string;
}

/**
 * Says whether the day that a mail announces has passed while its job waited for the mail server. The current time is
 * the job's time plus the wait, because the sandbox clock of the account may have advanced since.
 */
const isPast = ({ template, at, facts: { nextAt } }: MailJob, waitedMs: number): boolean =>
  template !== 'sales_lead' && !!billingMails[template].isAnnouncement && nextAt != null && at + waitedMs >= nextAt;

/** Reads one row, because loading the billing state of the account would take a dozen statements per mail. */
const readHolding = async (
  { heldRow, catalogueIn }: BillingMailStores,
  { accountId, subscriptionId, facts: { held } }: MailJob,
  language: Language,
): Promise<Holding | null> => {
  const found = subscriptionId && (await heldRow(accountId, subscriptionId));
  const row = found && { ...found, ...held };
  const plan = row && planById(catalogueIn(language), row.planId);
  if (!plan) return null;
  const { id, product } = row;
  return { id, product, type: kindOf(row, plan), plan: { name: plan.name }, isLegacy: plan.isLegacy };
};

/** Writes a mail about billing. Null if there is nothing to send: the account is closed, or the subject is gone. */
const billingMail = async (stores: BillingMailStores, job: MailJob, waitedMs: number): Promise<WrittenMail | null> => {
  const { template, accountId, invoiceId, facts } = job;
  const recipient = isPast(job, waitedMs) ? null : await stores.recipient(accountId);
  if (!recipient) return null;
  const { firstName, language, brand, email } = recipient;
  if (template === 'sales_lead') {
    const holding = await readHolding(stores, job, language);
    const to = stores.salesEmail;
    if (!holding || to === null) return null;
    return { content: writeSalesLeadMail(recipient, holding, job), brand, language: languages[0], accountId, to };
  }
  const { reads } = billingMails[template];
  const [receipt, holding, card] = await Promise.all([
    invoiceId !== null && reads.includes('receipt') ? stores.readReceipt(accountId, invoiceId, language) : null,
    reads.includes('holding') ? readHolding(stores, job, language) : null,
    reads.includes('card') ? stores.readCard(accountId) : null,
  ]);
  const catalogue = stores.catalogueIn(language);
  const source = {
    catalogue,
    firstName,
    receipt,
    holding,
    cardText: card && cardText(card.brand, card.last4),
    facts,
    at: job.at,
  };
  const content = writeBillingMail(template, source, language);
  return content && { content, brand, language, accountId, to: email };
};

/** The secret of a link is derived here, so that no queued job contains it. */
const securityMail = (job: SecurityMailJob, linkSecret: SendMailDependencies['linkSecret']): WrittenMail => {
  const { accountId, brand, emailTokenId, to } = job;
  // A job that an earlier release queued has no language.
  const language = job.language ?? languages[0];
  const secret = emailTokenId === null ? null : linkSecret(emailTokenId);
  return { content: writeSecurityMail(job, secret, language), brand, language, accountId, to };
};

/** Writes the mail of a job and sends it. */
export const makeSendMail =
  ({ linkSecret, brand, operatorBrand, transport, ...stores }: SendMailDependencies) =>
  async (id: string, job: MailJob | SecurityMailJob | OperatorMailJob, waitedMs: number): Promise<void> => {
    const write = (): WrittenMail | null | Promise<WrittenMail | null> => {
      if (!('kind' in job)) return billingMail(stores, job, waitedMs);
      if (job.kind === 'security') return securityMail(job, linkSecret);
      const { language, to } = job;
      return { content: writeOperatorMail(job), brand: operatorBrand, language, accountId: null, to };
    };
    const mail = await write();
    if (!mail) return;
    const { content, language, accountId, to } = mail;
    await transport.send({ ...renderMail(content, brand(mail.brand), language), id, accountId, to });
  };
