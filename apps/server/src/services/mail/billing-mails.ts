import type { Receipt } from '@foyer/contract/api/receipt';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { billingMails, type CustomerMail, type Formats, formatsIn, type MailSource } from './billing-values.ts';
import type { ContentRow, MailContent } from './layout.ts';
import { type MailTexts, mailTexts } from './texts/texts.ts';

/** Lines of a receipt, as on its page. */
const receiptRows = (receipt: Receipt, labels: MailTexts['receiptRows'], { money, percent }: Formats): ContentRow[] => {
  const { items, subtotal, coupon, taxRatePercentage, tax, creditTendered, creditAdded, amount } = receipt;
  const row = (label: string, cents: number): ContentRow => [label, money(cents)];
  return [
    ...items.map(({ description, amountCents }) => row(description, amountCents)),
    row(labels.subtotal, subtotal),
    ...(coupon ? [row(labels.coupon(coupon.code), -coupon.discount)] : []),
    row(labels.tax(percent(taxRatePercentage)), tax),
    ...(creditTendered > 0 ? [row(labels.credit, -creditTendered)] : []),
    ...(creditTendered < 0 ? [row(labels.carried, -creditTendered)] : []),
    ...(creditAdded > 0 ? [row(labels.added, creditAdded)] : []),
    row(labels.total, amount),
  ];
};

/** Writes a mail to the customer in their language. Null if the subject of the mail no longer exists. */
export const writeBillingMail = <T extends CustomerMail>(
  template: T,
  source: MailSource,
  language: Language,
): MailContent | null => {
  const texts = mailTexts[language];
  const formats = formatsIn(language, source.catalogue);
  const values = billingMails[template].values(source, formats);
  if (!values) return null;
  const { subject, heading = subject, paragraphs, link } = texts.billing[template](values);
  const [first = '', ...others] = paragraphs.filter((text) => text !== null && text !== false);
  const { path, receipt, receiptNumber } = values;
  const number: ContentRow[] = receiptNumber === undefined ? [] : [[texts.receiptRows.number, receiptNumber]];
  return {
    subject,
    heading,
    paragraphs: [source.firstName === '' ? first : texts.greeting(isolated(source.firstName), first), ...others],
    rows: receipt ? [...number, ...receiptRows(receipt, texts.receiptRows, formats)] : null,
    link: path !== null && link !== null ? { label: link, path } : null,
  };
};
