import { catalogueIn } from '@foyer/domain/catalogue/in-language';
import { makeMailbox } from '../adapters/postgres/mailbox.ts';
import { makeSmtpTransport } from '../adapters/smtp-transport.ts';
import { mailBrand, portalUrlOf } from '../brands.ts';
import type { Mailbox, MailTransport } from '../services/mail/ports.ts';
import { makeSendMail, type SendMailDependencies } from '../services/mail/send-mail.ts';
import type { Base } from './base.ts';

const none: MailTransport = {
  send: () => Promise.reject(new Error('mail: no transport is configured; set SMTP_URL and MAIL_FROM')),
};

/** Null for data that no longer exists when the mail is written. */
const orNull = async <T>(value: Promise<T>): Promise<T | null> => {
  try {
    return await value;
  } catch (error) {
    if (error instanceof Error && 'type' in error && error.type === 'NOT_FOUND') return null;
    throw error;
  }
};

/** Connects mails to the mail server of the vendor, or to the sandbox mailbox. */
export const composeMail = (base: Base, readReceipt: SendMailDependencies['readReceipt']) => {
  const { database, gateway, smtp, vendor, accountReads, brandOf } = base;
  const mailbox: Mailbox | null = gateway.name === 'sandbox' && smtp === null ? makeMailbox(database) : null;
  const transport = smtp ? makeSmtpTransport(smtp) : (mailbox ?? none);
  const brand = (key: string) => mailBrand(vendor, key, portalUrlOf(key, base));
  return {
    mailbox,
    sendMail: makeSendMail({
      linkSecret: base.linkTokens.of,
      recipient: accountReads.recipient,
      readReceipt: (accountId, invoiceId, language) => orNull(readReceipt(accountId, invoiceId, language)),
      heldRow: accountReads.heldRow,
      catalogueIn: (language) => catalogueIn(language, base.catalogue()),
      readCard: accountReads.card,
      brand,
      operatorBrand: brandOf(new URL(base.publicUrl).hostname),
      transport,
      salesEmail: vendor.contacts.salesEmail,
    }),
  };
};
