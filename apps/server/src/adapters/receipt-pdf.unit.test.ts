import { expect, test } from 'vitest';
import { textsOfPdf } from '../../test/pdf-text.ts';
import type { ReceiptDocument } from '../services/invoices/ports.ts';
import { runsOf } from './receipt-fonts.ts';
import { makeRenderReceipt } from './receipt-pdf.ts';

const renderReceipt = makeRenderReceipt();

const document: ReceiptDocument = {
  language: 'en',
  brand: { name: 'Arcwave Drive', accent: '#00657c', mark: ['M4 12h16'], supportEmail: 'support@arcwave.example' },
  size: 'LETTER',
  issuedAt: new Date('2026-01-10T12:00:00Z'),
  title: 'Receipt R-000042',
  status: { text: 'Paid', tone: 'ok' },
  amount: '$1,324.62',
  when: 'Processed Jan 10, 2026',
  blocks: [[{ label: 'Payee', lines: ['Arcwave Instruments, Inc.'] }]],
  columns: { quantity: 'Quantity', description: 'Description', amount: 'Amount' },
  items: [{ quantity: '1', description: 'Starter, yearly', period: null, amount: '$1,300.00' }],
  totals: [{ label: 'Total', value: '$1,324.62', due: true }],
  notes: [],
  footer: null,
};

const makePdf = async (overrides: Partial<ReceiptDocument> = {}) => {
  const pdf = Buffer.from(await renderReceipt({ ...document, ...overrides }));
  return { pdf, text: textsOfPdf(pdf).join('\n') };
};

test.each([
  'Łukasz Żółć-Őrsi',
  'Дмитрий Ёлкин',
  'Ελένη Παπαδοπούλου',
  'Nguyễn Thị Ánh',
  '山田太郎 Lantern Robotics',
  '김철수',
  'Zoë 😀 <script>alert(1)</script>',
])('[PY-07] a name such as %s is printed as it is', async (name) => {
  const { text } = await makePdf({ blocks: [[{ label: 'Billed to', lines: [name] }]] });
  expect(text.replaceAll('\n', '')).toContain(name);
});

test.each(['שלום כהן', 'مريم'])('[PY-07] %s, written from right to left, is drawn from its end', async (name) => {
  const { text } = await makePdf({ blocks: [[{ label: 'Billed to', lines: [`${name} (Ada)`] }]] });
  // joined letters have characters of their own, which say what they are a shape of
  expect(text.replaceAll('\n', '').normalize('NFKC')).toContain(`${[...name].reverse().join('')} (Ada)`);
});

test('[PY-07] brackets and spaces between words of another script are those of the receipt font, accents stay with their letter', () => {
  expect(runsOf('山田 (株) 2026').map(({ subset, text }) => `${subset}:${text}`)).toEqual([
    'unifont:山田',
    'latin: (',
    'unifont:株',
    'latin:) 2026',
  ]);
  expect(runsOf('山\u0301').map(({ subset }) => subset)).toEqual(['unifont']);
});

test('[PY-07] a company of 200 characters without a space is broken, none of it lost', async () => {
  const company = 'Rheinische'.repeat(20);
  const { text } = await makePdf({ blocks: [[{ label: 'Billed to', lines: [company] }]] });
  expect(text.replaceAll('\n', '')).toContain(company);
});

test('[PY-07] many items go on to another page, and the total comes after them', async () => {
  const items = Array.from({ length: 60 }, (_, index) => ({
    quantity: '1',
    description: `Item ${index}`,
    period: 'Jan 1, 2026 to Feb 1, 2026',
    amount: '$1.00',
  }));
  const { pdf, text } = await makePdf({ items });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  expect(text.indexOf('Item 59')).toBeGreaterThan(text.indexOf('Item 0'));
  expect(text.lastIndexOf('$1,324.62')).toBeGreaterThan(text.indexOf('Item 59'));
  const [first, ...others] = text.split('Receipt R-000042').slice(1);
  expect(first).toContain('Item 0');
  for (const page of others) expect(page, 'the items of each page stand under their heads').toMatch(/^\nQuantity\n/);
});

test('[PY-07] the total is on the page of what leads to it', async () => {
  const totals = [
    ...['Subtotal', 'Tax', 'Credit used'].map((label) => ({ label, value: '$1.00' })),
    { label: 'Total', value: '$1,324.62', due: true },
  ];
  for (let count = 8; count < 22; count += 1) {
    const items = Array.from({ length: count }, (_, index) => ({
      quantity: '1',
      description: `Item ${index}`,
      period: 'Jan 1, 2026 to Feb 1, 2026',
      amount: '$1.00',
    }));
    const last = (await makePdf({ items, totals })).text.split('Receipt R-000042').at(-1) ?? '';
    expect(last, `${count} items`).toContain('Total');
    expect(last, `${count} items`).toContain('Subtotal');
  }
});

test('the paper size is that of the country', async () => {
  const box = async (size: ReceiptDocument['size']) =>
    /\/MediaBox \[([^\]]*)\]/.exec((await makePdf({ size })).pdf.toString('latin1'))?.[1];
  expect(await box('LETTER')).toBe('0 0 612 792');
  expect(await box('A4')).toBe('0 0 595.28 841.89');
});

test('[PY-07] what is in no figure stands below them, before the foot, and goes on to another page with the rest', async () => {
  const notes = ['A refund of $5.00 began on Jan 12, 2026.', 'A refund of $7.00 failed on Jan 13, 2026.'];
  const { text } = await makePdf({ notes, footer: 'Questions about this receipt?' });
  const places = ['$1,324.62', ...notes, 'Questions about this receipt?'].map((line) => text.lastIndexOf(line));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(Math.min(...places)).toBeGreaterThan(0);
  const many = await makePdf({ notes: Array.from({ length: 90 }, (_, index) => `Note ${index}.`) });
  expect(many.pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  expect(many.text).toContain('Note 89.');
});
