import type { Receipt } from '@foyer/contract/api/receipt';
import type { Address } from '@foyer/contract/api/shapes';
import { expect, test } from 'vitest';
import { wordsOf } from '../../../test/words-of.ts';
import { receiptDocument } from './receipt-document.ts';
import { receiptWords } from './receipt-words.ts';

const brand = { name: 'Arcwave Scope', accent: '#4a44d0', mark: [], supportEmail: 'support@arcwave.example' };

const billTo: Address = {
  country: 'US',
  firstName: 'Ada',
  lastName: 'Byron',
  organization: '',
  addressLine1: '1 Main St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
};

const aReceipt = (overrides: Partial<Receipt> = {}): Receipt => ({
  id: 'inv_1',
  chargeId: 'ch_1',
  invoice: 'R-000042',
  description: 'Starter, yearly',
  createdDate: '2026-01-10T00:00:00Z',
  createdOn: '2026-01-10T00:00:00Z',
  processedDate: '2026-01-11T00:00:00Z',
  nextPaymentAttemptOn: null,
  amount: 31262,
  subtotal: 29988,
  totalCents: 32462,
  amountDueCents: 31262,
  tax: 2474,
  taxRatePercentage: 8.25,
  taxPlace: 'Boston MA',
  coupon: null,
  creditTendered: 0,
  creditAdded: 0,
  remainingCredit: 0,
  cardBrand: 'american express',
  cardLast4: '0005',
  isPaid: true,
  paymentAttemptCount: 1,
  overdue: false,
  paymentFailed: false,
  writtenOff: false,
  failureMessage: null,
  failedAt: null,
  status: 'Paid',
  refunds: [],
  refundedCents: 0,
  amountAfterRefunds: 31262,
  payee: 'Arcwave Inc.',
  payeeAddress: ['1 Wave St'],
  billTo,
  items: [
    { quantity: 0, description: 'Starter', amount: 29988, amountCents: 29988, periodStart: null, periodEnd: null },
  ],
  ...overrides,
});

const totalsOf = (overrides: Partial<Receipt>) =>
  receiptDocument(aReceipt(overrides), brand, 'en').totals.map(({ label, value }) => `${label} ${value}`);

test.each<[string, Partial<Receipt>, string[]]>([
  ['credit used', { creditTendered: 1200 }, ['Credit used −$12.00']],
  ['a small debit of before', { creditTendered: -30 }, ['Previous balance $0.30']],
  ['credit that came of it', { creditAdded: 500 }, ['Added to your account credit $5.00']],
  ['a coupon', { coupon: { code: 'WELCOME10', discount: 2999 } }, ['Coupon WELCOME10 −$29.99']],
])('[PY-04, PY-07] %s has its line', (_name, facts, lines) => {
  const usual = ['Subtotal $299.88', 'Tax, Boston MA (8.25%) $24.74', 'Total $312.62'];
  expect(totalsOf(facts)).toEqual(expect.arrayContaining([...usual, ...lines, 'Paid with American Express •••• 0005']));
  expect(totalsOf(facts)).toHaveLength(usual.length + lines.length + 1);
});

test.each<[Partial<Receipt>, object, string]>([
  [{}, { text: 'Paid', tone: 'ok' }, 'Processed Jan 11, 2026'],
  [{ status: 'Unpaid', processedDate: null }, { text: 'Unpaid · overdue', tone: 'bad' }, 'Issued Jan 10, 2026'],
  [
    { status: 'Payment Failed', processedDate: null, nextPaymentAttemptOn: '2026-01-13T00:00:00Z' },
    { text: 'Payment Failed', tone: 'bad' },
    'Estimated Payment On Jan 13, 2026',
  ],
  [{ status: 'Refunded' }, { text: 'Refunded', tone: 'plain' }, 'Processed Jan 11, 2026'],
])('[PY-05, PY-07] %o is labelled as on the page', (facts, status, when) => {
  expect(receiptDocument(aReceipt(facts), brand, 'en')).toMatchObject({ status, when });
});

test('[PY-07] what is not paid names no card as paid with', () => {
  expect(totalsOf({ isPaid: false }).join()).not.toContain('Paid with');
});

test('[PY-04] a quantity that nobody wrote down is 1', () => {
  expect(receiptDocument(aReceipt(), brand, 'en').items[0]?.quantity).toBe('1');
});

test('an address names its country; one abroad is in its document; without an address there is none', () => {
  const abroad = receiptDocument(aReceipt({ billTo: { ...billTo, country: 'DE', state: '' } }), brand, 'en');
  expect(abroad.size).toBe('A4');
  expect(abroad.blocks[1]?.[0]?.lines).toEqual(['Ada Byron', '1 Main St', '02110 Boston', 'Germany']);
  const without = receiptDocument(aReceipt({ billTo: null }), brand, 'en');
  expect([without.size, without.blocks.flat().map(({ label }) => label)]).toEqual([
    'LETTER',
    ['Payee', 'Invoice', 'Issued'],
  ]);
});

test.each(['en', 'de'] as const)(
  '[PY-07] the lines of an address are in the order of its country, in %s too',
  (language) => {
    const linesOf = (change: Partial<Address>) =>
      receiptDocument(aReceipt({ billTo: { ...billTo, ...change } }), brand, language).blocks[1]?.[0]?.lines.slice(2);
    expect(linesOf({})).toEqual(['Boston, MA 02110', language === 'en' ? 'United States' : 'Vereinigte Staaten']);
    expect(linesOf({ country: 'DE', state: '' })?.[0]).toBe('02110 Boston');
    expect(linesOf({ country: 'GB', state: '', postalCode: 'SW1A 2AA' })?.slice(0, 2)).toEqual(['Boston', 'SW1A 2AA']);
  },
);

test('[CA-02, PY-07] marks of direction in what customers wrote are not in the PDF', () => {
  const document = receiptDocument(
    aReceipt({ billTo: { ...billTo, firstName: '\u202EAda', city: 'Bo\u2066ston' } }),
    brand,
    'en',
  );
  expect(document.blocks[1]?.[0]?.lines).toEqual(['Ada Byron', '1 Main St', 'Boston, MA 02110', 'United States']);
  expect(document.totals[1]?.label).toBe('Tax, Boston MA (8.25%)');
});

test('[BY-05, PY-07] in German: the same numbers, written as Germans write them', () => {
  const receipt = aReceipt({
    billTo: { ...billTo, country: 'DE', state: '' },
    taxPlace: 'Boston',
    coupon: { code: 'WELCOME10', discount: 2999 },
    creditTendered: 1200,
    items: [
      {
        quantity: 1,
        description: 'Starter',
        amount: 29988,
        amountCents: 29988,
        periodStart: '2026-01-10T00:00:00Z',
        periodEnd: '2027-01-10T00:00:00Z',
      },
    ],
  });
  const document = receiptDocument(receipt, brand, 'de');
  const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
  expect(document).toMatchObject({ language: 'de', title: 'Beleg R-000042', status: { text: 'Bezahlt', tone: 'ok' } });
  expect(plain(document.amount)).toBe('312,62 $');
  expect(document.when).toBe('Verarbeitet am 11. Jan. 2026');
  expect(document.items[0]?.period).toBe('10. Jan. 2026 bis 10. Jan. 2027');
  expect(document.totals.map(({ label, value }) => plain(`${label}: ${value}`))).toEqual([
    'Zwischensumme: 299,88 $',
    'Gutschein WELCOME10: −29,99 $',
    'Steuer, Boston (8,25 %): 24,74 $',
    'Verwendetes Guthaben: −12,00 $',
    'Summe: 312,62 $',
    'Bezahlt mit: American Express •••• 0005',
  ]);
  expect(document.blocks[1]?.[0]).toMatchObject({ label: 'Rechnung an' });
  expect(document.blocks[1]?.[0]?.lines.at(-1)).toBe('Deutschland');
  expect(document.footer).toContain('support@arcwave.example');
});

test('[BY-05] no word of the receipt is left in English', () => {
  const english = wordsOf(receiptWords.en);
  const german = wordsOf(receiptWords.de);
  expect([...german.keys()]).toEqual([...english.keys()]);
  expect([...english].filter(([key, text]) => german.get(key) === text)).toEqual([]);
});

const parts = (receipt: Partial<Receipt>, language: 'en' | 'de' = 'en') => {
  const { when, totals, notes } = receiptDocument(aReceipt(receipt), brand, language);
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  return {
    when,
    totals: totals
      .slice(3)
      .map(({ label, reason = '', value }) => plain(`${label} ${reason}: ${value}`.replace(' :', ':'))),
    notes: notes.map(plain),
  };
};
const refund = (status: Receipt['refunds'][number]['status'], amount: number, day: string) => ({
  ...{ id: `ref_${day}`, status, amount, date: `${day}T00:00:00Z` },
});
const refunds = [
  refund('succeeded', 10_000, '2026-01-20'),
  refund('failed', 5_000, '2026-01-21'),
  refund('succeeded', 262, '2026-02-03'),
  refund('sending', 1_000, '2026-02-04'),
];

test('[PY-04, PY-07] each refund stands below the total with its day and card, and the rest is said', () => {
  expect(parts({ refunds, refundedCents: 10_262, amountAfterRefunds: 21_000 })).toEqual({
    when: 'Processed Jan 11, 2026 · $102.62 refunded',
    totals: [
      'Paid with: American Express •••• 0005',
      'Refunded Jan 20, 2026 to American Express •••• 0005: −$100.00',
      'Refunded Feb 3, 2026 to American Express •••• 0005: −$2.62',
      'Total after refunds: $210.00',
    ],
    notes: [
      'A refund of $50.00 failed on Jan 21, 2026: that amount never reached American Express •••• 0005.',
      'A refund of $10.00 to American Express •••• 0005 began on Feb 4, 2026. The payment provider has not confirmed it yet.',
    ],
  });
});

test('[PY-04, PY-07] refunds of which none came through leave the figures alone', () => {
  expect(parts({ refunds: [refund('failed', 5_000, '2026-01-21')] })).toMatchObject({
    when: 'Processed Jan 11, 2026',
    totals: ['Paid with: American Express •••• 0005'],
    notes: [expect.stringContaining('$50.00 failed')],
  });
});

test('[BY-05, PY-07] refunds in German', () => {
  expect(parts({ refunds, refundedCents: 10_262, amountAfterRefunds: 21_000 }, 'de')).toMatchObject({
    totals: [
      expect.anything(),
      'Erstattet am 20. Jan. 2026 auf American Express •••• 0005: −100,00 $',
      'Erstattet am 3. Feb. 2026 auf American Express •••• 0005: −2,62 $',
      'Summe nach Erstattungen: 210,00 $',
    ],
    notes: [
      'Eine Erstattung von 50,00 $ ist am 21. Jan. 2026 fehlgeschlagen: Dieser Betrag ist nicht auf American Express •••• 0005 angekommen.',
      'Eine Erstattung von 10,00 $ auf American Express •••• 0005 läuft seit dem 4. Feb. 2026. Der Zahlungsanbieter hat sie noch nicht bestätigt.',
    ],
  });
});
