import type { Receipt } from '@foyer/contract/api/receipt';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import {
  billingMails,
  type CustomerMail,
  type Formats,
  formatsIn,
  type MailSource,
  planPage,
} from './billing-values.ts';
import type { ContentRow, MailBadge, MailContent, MailLink } from './layout.ts';
import { type MailTexts, mailTexts } from './texts/texts.ts';

/** Lines of a receipt, as on its page. A subtotal that only repeats the one item above it is left out. */
const receiptRows = (receipt: Receipt, labels: MailTexts['receiptRows'], { money, percent }: Formats): ContentRow[] => {
  const { items, subtotal, coupon, taxRatePercentage, taxPlace, tax, creditTendered, creditAdded, amount } = receipt;
  const repeatsItem = items.length === 1 && items[0]?.amountCents === subtotal && !coupon;
  const row = (label: string, cents: number): ContentRow => [label, money(cents)];
  return [
    ...items.map(({ description, amountCents }) => row(description, amountCents)),
    ...(repeatsItem ? [] : [row(labels.subtotal, subtotal)]),
    ...(coupon ? [row(labels.coupon(coupon.code), -coupon.discount)] : []),
    row(labels.tax(isolated(taxPlace), percent(taxRatePercentage)), tax),
    ...(creditTendered > 0 ? [row(labels.credit, -creditTendered)] : []),
    ...(creditTendered < 0 ? [row(labels.carried, -creditTendered)] : []),
    ...(creditAdded > 0 ? [row(labels.added, creditAdded)] : []),
    [labels.total, money(amount), 'total'],
  ];
};

type BadgeName = keyof MailTexts['badges'];

const badgeTones: Readonly<Record<BadgeName, MailBadge['tone']>> = {
  paid: 'ok',
  nothingToPay: 'plain',
  failed: 'warn',
  overdue: 'bad',
  refunded: 'plain',
  ended: 'plain',
};

/** Status that the mail announces; null for mails about an event without one. */
const badgeNameOf = (template: CustomerMail, receipt: Receipt | null): BadgeName | null => {
  switch (template) {
    case 'receipt':
    case 'recovered':
    case 'maintenance_extended':
      return receipt && (receipt.amount > 0 ? 'paid' : 'nothingToPay');
    case 'payment_failed':
      return 'failed';
    case 'payment_overdue':
      return 'overdue';
    case 'refunded':
      return 'refunded';
    case 'subscription_ended':
      return 'ended';
    default:
      return null;
  }
};

/** Link to the plan that the mail is about, unless its link leads there already. */
const manageLink = (
  template: CustomerMail,
  source: MailSource,
  path: string | null,
  label: MailTexts['manage'],
): MailLink | null => {
  const holding = billingMails[template].reads.includes('holding') ? source.holding : null;
  if (!holding || path === null || source.facts.isOfEndedPlan) return null;
  const page = planPage(holding);
  return path.startsWith(page) ? null : { label: label(holding.plan.name), path: page };
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
  const badge = badgeNameOf(template, receipt ?? null);
  const number: ContentRow[] = receiptNumber === undefined ? [] : [[texts.receiptRows.number, receiptNumber]];
  return {
    subject,
    heading,
    paragraphs: [source.firstName === '' ? first : texts.greeting(isolated(source.firstName), first), ...others],
    rows: receipt ? [...number, ...receiptRows(receipt, texts.receiptRows, formats)] : null,
    link: path !== null && link !== null ? { label: link, path } : null,
    manage: manageLink(template, source, path, texts.manage),
    badge: badge && { tone: badgeTones[badge], text: texts.badges[badge] },
  };
};
