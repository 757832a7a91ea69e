import type { Language } from '@foyer/contract/vocabulary/languages';
import type { ReceiptStatus } from '@foyer/contract/vocabulary/subscription-status';

const statuses = {
  Paid: 'Paid',
  'No Payment Necessary': 'No Payment Necessary',
  'Payment Failed': 'Payment Failed',
  Unpaid: 'Unpaid · overdue',
  Processing: 'Processing',
  Refunded: 'Refunded',
  'Partially refunded': 'Partially refunded',
} satisfies Record<ReceiptStatus, string>;

const en = {
  receipt: 'Receipt',
  statuses,
  processed: (day: string) => `Processed ${day}`,
  estimated: (day: string) => `Estimated Payment On ${day}`,
  issued: (day: string) => `Issued ${day}`,
  labels: { payee: 'Payee', billedTo: 'Billed to', invoice: 'Invoice', issued: 'Issued' },
  columns: { quantity: 'Quantity', description: 'Description', amount: 'Amount' },
  period: (from: string, to: string) => `${from} to ${to}`,
  subtotal: 'Subtotal',
  coupon: (code: string) => `Coupon ${code}`,
  tax: (place: string, percent: string) => (place === '' ? `Tax (${percent}%)` : `Tax, ${place} (${percent}%)`),
  creditUsed: 'Credit used',
  carried: 'Previous balance',
  creditAdded: 'Added to your account credit',
  total: 'Total',
  paidWith: 'Paid with',
  refunded: (day: string) => `Refunded ${day}`,
  toCard: (card: string) => `to ${card}`,
  afterRefunds: 'Total after refunds',
  inAllRefunded: (sum: string) => `${sum} refunded`,
  refundBegun: (sum: string, day: string, card: string) =>
    `A refund of ${sum} to ${card} began on ${day}. The payment provider has not confirmed it yet.`,
  refundFailed: (sum: string, day: string, card: string) =>
    `A refund of ${sum} failed on ${day}: that amount never reached ${card}.`,
  questions: (email: string, invoice: string | null) =>
    `Questions about this receipt? Write to ${email} and mention ${invoice ?? 'it'}.`,
};

/** Labels and sentences of a receipt. The English texts define the type (BY-05). */
export type ReceiptWords = typeof en;

const de: ReceiptWords = {
  receipt: 'Beleg',
  statuses: {
    Paid: 'Bezahlt',
    'No Payment Necessary': 'Keine Zahlung nötig',
    'Payment Failed': 'Zahlung fehlgeschlagen',
    Unpaid: 'Unbezahlt · überfällig',
    Processing: 'Wird verarbeitet',
    Refunded: 'Erstattet',
    'Partially refunded': 'Teilweise erstattet',
  },
  processed: (day) => `Verarbeitet am ${day}`,
  estimated: (day) => `Voraussichtliche Zahlung am ${day}`,
  issued: (day) => `Ausgestellt am ${day}`,
  labels: { payee: 'Zahlungsempfänger', billedTo: 'Rechnung an', invoice: 'Rechnung', issued: 'Ausgestellt' },
  columns: { quantity: 'Menge', description: 'Beschreibung', amount: 'Betrag' },
  period: (from, to) => `${from} bis ${to}`,
  subtotal: 'Zwischensumme',
  coupon: (code) => `Gutschein ${code}`,
  tax: (place, percent) => (place === '' ? `Steuer (${percent} %)` : `Steuer, ${place} (${percent} %)`),
  creditUsed: 'Verwendetes Guthaben',
  carried: 'Bisheriger Saldo',
  creditAdded: 'Ihrem Kontoguthaben gutgeschrieben',
  total: 'Summe',
  paidWith: 'Bezahlt mit',
  refunded: (day) => `Erstattet am ${day}`,
  toCard: (card) => `auf ${card}`,
  afterRefunds: 'Summe nach Erstattungen',
  inAllRefunded: (sum) => `${sum} erstattet`,
  refundBegun: (sum, day, card) =>
    `Eine Erstattung von ${sum} auf ${card} läuft seit dem ${day}. Der Zahlungsanbieter hat sie noch nicht bestätigt.`,
  refundFailed: (sum, day, card) =>
    `Eine Erstattung von ${sum} ist am ${day} fehlgeschlagen: Dieser Betrag ist nicht auf ${card} angekommen.`,
  questions: (email, invoice) =>
    `Fragen zu diesem Beleg? Schreiben Sie an ${email} und nennen Sie ${invoice ?? 'diesen Beleg'}.`,
};

export const receiptWords: Readonly<Record<Language, ReceiptWords>> = { en, de };
