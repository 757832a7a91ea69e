import type { Database } from '../adapters/postgres/database.ts';
import { makeMailbox } from '../adapters/postgres/mailbox.ts';
import { makeSmtpTransport, type SmtpSettings } from '../adapters/smtp-transport.ts';
import type { Vendor } from '../brands.ts';
import { mailBrand, portalUrlOf } from '../brands.ts';
import type { Mailbox, MailTransport } from '../services/mail/ports.ts';
import { type BillingMailNeeds, makeSendBillingMail } from '../services/mail/send-billing-mail.ts';
import { makeSendOperatorMail } from '../services/mail/send-operator-mail.ts';
import { makeSendSecurityMail, type SecurityMailNeeds } from '../services/mail/send-security-mail.ts';

export interface MailNeeds
  extends Omit<BillingMailNeeds, 'brand' | 'transport' | 'salesEmail'>,
    Pick<SecurityMailNeeds, 'linkSecret'> {
  readonly database: Database;
  readonly sandbox: boolean;
  /** The vendor's mail server; without one mails go into the sandbox mailbox. */
  readonly smtp: SmtpSettings | null;
  readonly vendor: Vendor;
  readonly publicUrl: string;
  readonly hostnames: readonly string[];
  readonly brandOf: (hostname: string) => string;
}

const none: MailTransport = {
  send: () => Promise.reject(new Error('mail: no transport is configured; set SMTP_URL and MAIL_FROM')),
};

/** What is gone by the time the mail is written is simply not mentioned. */
const orNull = async <T>(value: Promise<T>): Promise<T | null> => {
  try {
    return await value;
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'NOT_FOUND') return null;
    throw error;
  }
};

/** Joins the mails to their transport: the vendor's mail server, or the mailbox of the sandbox. */
export const composeMail = ({
  database,
  sandbox,
  smtp,
  vendor,
  publicUrl,
  hostnames,
  brandOf,
  ...needs
}: MailNeeds) => {
  const mailbox: Mailbox | null = sandbox && smtp === null ? makeMailbox(database) : null;
  const transport = smtp ? makeSmtpTransport(smtp) : (mailbox ?? none);
  const brand = (key: string) => mailBrand(vendor, key, portalUrlOf(key, { publicUrl, hostnames, brandOf }));
  return {
    mailbox,
    sendSecurityMail: makeSendSecurityMail({ linkSecret: needs.linkSecret, brand, transport }),
    sendOperatorMail: makeSendOperatorMail({ brand: brand(brandOf(new URL(publicUrl).hostname)), transport }),
    sendBillingMail: makeSendBillingMail({
      ...needs,
      readReceipt: (accountId, invoiceId, language) => orNull(needs.readReceipt(accountId, invoiceId, language)),
      brand,
      transport,
      salesEmail: vendor.contacts.salesEmail,
    }),
  };
};
