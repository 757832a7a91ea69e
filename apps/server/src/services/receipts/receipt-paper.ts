import type { Address, Receipt } from '@foyer/contract/api/shapes';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { cardBrandName } from '@foyer/contract/vocabulary/plans';
import type { ReceiptStatus } from '@foyer/contract/vocabulary/subscription-status';
import type { PaperBrand, ReceiptPaper } from './ports.ts';

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const day = (instant: string): string => dateFormat.format(new Date(instant));

const countries = new Intl.DisplayNames(['en'], { type: 'region' });
const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code);

const joined = (parts: readonly string[], by: string): string => parts.filter(Boolean).join(by);

/** The person, the company, street and town; the country only where it is not the vendor's own. */
const addressLines = (address: Address): readonly string[] =>
  [
    joined([address.firstName, address.lastName], ' '),
    address.organization,
    address.addressLine1,
    address.addressLine2,
    joined([address.city, joined([address.state, address.postalCode], ' ')], ', '),
    address.country === 'US' ? '' : countryName(address.country),
  ].filter(Boolean);

const when = ({ processedDate, nextPaymentAttemptOn, createdDate }: Receipt): string => {
  if (processedDate) return `Processed ${day(processedDate)}`;
  return nextPaymentAttemptOn ? `We try again on ${day(nextPaymentAttemptOn)}` : `Issued ${day(createdDate)}`;
};

const statusWord = (status: ReceiptStatus | null): string | null => (status === 'Unpaid' ? 'Unpaid · overdue' : status);

const taxLabel = ({ billTo, taxRatePercentage }: Receipt): string => {
  const place = joined([billTo?.city ?? '', billTo?.state ?? ''], ' ');
  return place ? `Tax, ${place} (${taxRatePercentage}%)` : `Tax (${taxRatePercentage}%)`;
};

/** From the items to the total, in the order and with the signs of the page. */
const totals = (receipt: Receipt): ReceiptPaper['totals'] => {
  const { subtotal, coupon, tax, creditTendered, creditAdded, amount, isPaid, cardBrand, cardLast4 } = receipt;
  return [
    { label: 'Subtotal', value: formatCents(subtotal) },
    ...(coupon ? [{ label: `Coupon ${coupon.code}`, value: formatCents(-coupon.discount) }] : []),
    { label: taxLabel(receipt), value: formatCents(tax) },
    ...(creditTendered === 0
      ? []
      : [
          {
            label: creditTendered > 0 ? 'Credit used' : 'Small amount from before',
            value: formatCents(-creditTendered),
          },
        ]),
    ...(creditAdded > 0 ? [{ label: 'Added to your account credit', value: formatCents(creditAdded) }] : []),
    { label: 'Total', value: formatCents(amount), due: true },
    ...(isPaid && cardLast4 ? [{ label: 'Paid with', value: `${cardBrandName(cardBrand)} •••• ${cardLast4}` }] : []),
  ];
};

const blocks = ({ payee, payeeAddress, billTo, invoice, createdDate }: Receipt): ReceiptPaper['blocks'] => [
  [{ label: 'Payee', lines: [payee, ...payeeAddress] }],
  ...(billTo ? [[{ label: 'Billed to', lines: addressLines(billTo) }]] : []),
  [...(invoice ? [{ label: 'Invoice', lines: [invoice] }] : []), { label: 'Issued', lines: [day(createdDate)] }],
];

/** What a receipt says on paper: the texts and figures of its page (PY-04, PY-07), `amount` being what was charged. */
export const receiptPaper = (receipt: Receipt, brand: PaperBrand): ReceiptPaper => ({
  brand,
  size: receipt.billTo === null || receipt.billTo.country === 'US' ? 'LETTER' : 'A4',
  issuedAt: new Date(receipt.createdDate),
  title: joined(['Receipt', receipt.invoice ?? ''], ' '),
  status: statusWord(receipt.status),
  amount: formatCents(receipt.amount),
  when: when(receipt),
  blocks: blocks(receipt),
  columns: { quantity: 'Quantity', description: 'Description', amount: 'Amount' },
  items: receipt.items.map(({ quantity, description, amount, periodStart, periodEnd }) => ({
    quantity: String(quantity || 1),
    description,
    period: periodStart && periodEnd ? `${day(periodStart)} to ${day(periodEnd)}` : null,
    amount: formatCents(amount),
  })),
  totals: totals(receipt),
  footer: brand.supportEmail
    ? `Questions about this receipt? Write to ${brand.supportEmail} and mention ${receipt.invoice ?? 'it'}.`
    : null,
});
