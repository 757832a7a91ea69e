import type { Database } from '../adapters/postgres/database.ts';
import { makeMailbox } from '../adapters/postgres/mailbox.ts';
import { makeSmtpTransport, type SmtpSettings } from '../adapters/smtp-transport.ts';
import type { Vendor } from '../brands.ts';
import { mailBrand, portalUrlOf } from '../brands.ts';
import type { Mailbox, MailTransport } from '../services/mail/ports.ts';
import { makeSendMail, type SendMailNeeds } from '../services/mail/send-mail.ts';

interface MailNeeds extends Omit<SendMailNeeds, 'brand' | 'operatorBrand' | 'transport' | 'salesEmail'> {
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
    sendMail: makeSendMail({
      ...needs,
      readReceipt: (accountId, invoiceId, language) => orNull(needs.readReceipt(accountId, invoiceId, language)),
      brand,
      operatorBrand: brandOf(new URL(publicUrl).hostname),
      transport,
      salesEmail: vendor.contacts.salesEmail,
    }),
  };
};
