import type { Receipt } from '@foyer/contract/api/receipt';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { formatDay } from '@foyer/domain/dates/format-day';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { boston } from '../../../test/customers.ts';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { textsOfPdf } from '../../../test/pdf-text.ts';
import { expectAllRight, makeHolder, starterYearly } from '../../../test/shop.ts';

let h: Harness;
let customer: Customer;
let receipt: Receipt;

beforeAll(async () => {
  h = await startHarness();
  const address = { ...boston, firstName: 'Łukasz', organization: '<script>alert(1)</script> 山田' };
  ({ customer } = await makeHolder(h, starterYearly, { address }));
  [receipt] = (await h.receipts(customer)) as [Receipt];
});
afterEach(() => expectAllRight(h));
afterAll(() => h.stop());

const download = (id: string | null, headers: Record<string, string> = {}) =>
  h.app.inject({
    url: `/api/account/me/receipts/${id}.pdf`,
    headers: { 'x-is-at': customer.client.accessToken, ...headers },
  });

test('[PY-07] the PDF says what the receipt says: figures, items, payee, company, address, tax and card', async () => {
  const answer = await download(receipt.id);
  expect(answer.statusCode, answer.payload).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['cache-control']).toBe('no-store');
  const texts = textsOfPdf(answer.rawPayload);
  // a line may end anywhere, and a word in two scripts is drawn in two pieces
  const without = (text: string) => text.replaceAll(/\s/g, '');
  const whole = without(texts.join(''));

  expect(whole).toContain(`Receipt${receipt.invoice}`);
  for (const text of [
    receipt.payee,
    ...receipt.payeeAddress,
    'Łukasz Byron',
    '<script>alert(1)</script> 山田',
    '1 Main St',
    'Boston, MA 02110',
    'Paid',
    'Processed Jan 10, 2026',
    'Jan 10, 2026 to Jan 10, 2027',
    'Tax, Boston MA (8.25%)',
    'Visa •••• 4242',
  ])
    expect(whole).toContain(without(text));

  const amounts = texts.filter((text) => /^\u2212?\$/.test(text));
  const [charged, ...rest] = amounts;
  expect(charged).toBe(formatCents(receipt.amount));
  expect(rest).toEqual([
    ...receipt.items.map(({ amount }) => formatCents(amount)),
    formatCents(receipt.subtotal),
    formatCents(receipt.tax),
    formatCents(receipt.amount),
  ]);
});

test('[PY-07] [ASVS 5.4.1] by the id of its charge it is the same file, under the name that the server gives', async () => {
  const byCharge = await download(receipt.chargeId);
  expect(receipt.invoice).toMatch(/^[\w-]+$/);
  for (const answer of [byCharge, await download(receipt.id)])
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="${receipt.invoice}.pdf"; filename*=UTF-8''${receipt.invoice}.pdf`,
    );
  expect(byCharge.statusCode).toBe(200);
  expect(textsOfPdf(byCharge.rawPayload)).toEqual(textsOfPdf((await download(receipt.id)).rawPayload));
});

test.each([
  ['drive.localhost', 'Arcwave Drive'],
  ['localhost', 'Arcwave Scope'],
])('[PY-07] at %s it is under the brand %s', async (host, brand) => {
  const [first] = textsOfPdf((await download(receipt.id, { host })).rawPayload);
  expect(first).toBe(brand);
});

test('[PY-07] somebody else’s receipt, and one that is not there: 404, in the shape of every refusal', async () => {
  const stranger = await h.makeCustomer();
  for (const [id, accessToken] of [
    [receipt.id, stranger.client.accessToken],
    ['inv_nothing', customer.client.accessToken],
  ] as const) {
    const answer = await download(id, { 'x-is-at': accessToken });
    expect([answer.statusCode, answer.json().error.type]).toEqual([404, 'NOT_FOUND']);
  }
  const signedOut = await h.app.inject({ url: `/api/account/me/receipts/${receipt.id}.pdf` });
  expect([signedOut.statusCode, signedOut.json().error.type]).toEqual([401, 'UNAUTHORIZED']);
});

test('[BY-05, PY-07] in German the vendor’s country is German, on the page and in the PDF', async () => {
  const headers = { 'x-is-at': customer.client.accessToken, 'accept-language': 'de-DE' };
  const page = await h.app.inject({ url: `/api/account/me/receipts/${receipt.id}`, headers });
  expect((page.json() as Receipt).payeeAddress.at(-1)).toBe('Vereinigte Staaten');
  expect(receipt.payeeAddress.at(-1)).toBe('United States');
  expect((await customer.client.patch('/api/auth/me', { language: 'de' })).status).toBe(200);
  const texts = textsOfPdf((await download(receipt.id)).rawPayload).join('');
  expect(texts).toContain('Vereinigte Staaten');
  expect(texts).not.toContain('United States');
});

test('[PY-04, PY-07] the PDF says what went back, when and to which card, and its figures add up to those of the page', async () => {
  const { customer: back } = await makeHolder(h, starterYearly);
  const [receipt] = await h.receipts(back);
  const by = { actor: 'jo@vendor.example', reason: 'ticket 4711' };
  for (const cents of [10_000, 62]) await h.operator.refund(receipt?.id ?? '', cents, by);
  const [page] = (await h.receipts(back)) as [Receipt];
  const pdf = await h.app.inject({
    url: `/api/account/me/receipts/${page.id}.pdf`,
    headers: { 'x-is-at': back.client.accessToken },
  });
  const texts = textsOfPdf(pdf.rawPayload);
  const day = formatDay(Date.parse(page.refunds[0]?.date ?? ''), 'en');
  expect(texts.join(' ')).toContain(`Refunded ${day} to Visa •••• 4242`);
  expect(texts.join(' ')).toContain('$100.62 refunded');
  const figures = texts.filter((text) => /^\u2212?\$[\d,.]+$/.test(text));
  expect(figures.slice(-4)).toEqual(['$324.62', '\u2212$100.00', '\u2212$0.62', '$224.00']);
  expect(formatCents(page.amountAfterRefunds)).toBe('$224.00');
});
