import type { ReceiptPage } from '@foyer/contract/api/account';
import type { Receipt } from '@foyer/contract/api/receipt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Customer, type Harness, startHarness } from '../../../test/harness.ts';
import { CARD, makeLate } from '../../../test/shop.ts';

const LIST = '/api/account/me/receipts';

let h: Harness;
/** Thirteen receipts: a purchase on the 31st of January and twelve renewals. */
let customer: Customer;

beforeAll(async () => {
  h = await startHarness();
  customer = await h.makeCustomer({ card: 'tok_visa', clock: '2026-01-31T09:00:00.000Z' });
  await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
  await h.advance(customer, { by: 'P1Y' });
});
afterEach(() => h.log.expectQuiet());
afterAll(() => h.stop());

const page = async (query: string): Promise<ReceiptPage> => {
  const answer = await customer.client.get<ReceiptPage>(`${LIST}${query}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data.receipts).toEqual(answer.body.receipts);
  return answer.body;
};

test('[PY-02] newest first, ten a page, to the last one', async () => {
  const first = await page('');
  const second = await page('?page=2');
  expect([first.total, first.receipts.length, second.receipts.length]).toEqual([13, 10, 3]);
  const all = [...first.receipts, ...second.receipts];
  expect(new Set(all.map(({ id }) => id)).size).toBe(13);
  const dates = all.map(({ createdOn }) => createdOn);
  expect(dates).toEqual([...dates].sort().reverse());
  expect([dates[0], dates.at(-1)]).toEqual(['2027-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z']);
  const numbers = all.map(({ invoice }) => invoice);
  expect(numbers).toEqual([...numbers].sort().reverse());
  expect((await page('?page=3')).receipts).toEqual([]);
});

test('pages by cursor join without a gap, and the last one has none', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const part: ReceiptPage = await page(
      `?pageSize=4${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    seen.push(...part.receipts.map(({ id }) => id ?? ''));
    cursor = part.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual((await page('?pageSize=100')).receipts.map(({ id }) => id));
});

test('a page that ends with the last receipt names no next one', async () => {
  expect((await page('?pageSize=13')).nextCursor).toBeNull();
});

test('[PY-04, PY-06] by receipt id and by charge id it is the same, whole receipt, and its sums are right', async () => {
  const [newest] = (await page('?pageSize=1')).receipts;
  const byId = await customer.client.get<Receipt>(`${LIST}/${newest?.id}`);
  const byCharge = await customer.client.get<Receipt>(`${LIST}/${newest?.chargeId}`);
  expect([byId.status, byCharge.status]).toEqual([200, 200]);
  expect(byId.body).toEqual(newest);
  expect(byCharge.body).toEqual(newest);
  const receipt = byId.body;
  expect(receipt).toMatchObject({
    subtotal: 2975,
    tax: 245,
    totalCents: 3220,
    amount: 3220,
    coupon: null,
    creditTendered: 0,
    status: 'Paid',
    cardBrand: 'visa',
    cardLast4: '4242',
  });
  expect(receipt.items.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(receipt.subtotal);
  expect(receipt.tax).toBe(Math.round((receipt.subtotal * receipt.taxRatePercentage) / 100));
  expect(receipt.payee).not.toBe('');
  expect(receipt.invoice).toMatch(/^R-\d{6}$/);
  expect((await h.charges(customer)).map(({ id }) => id)).toContain(receipt.chargeId);
});

test('a moved customer’s old receipts keep the address they were billed to', async () => {
  await h.database.query(
    `INSERT INTO addresses (id, account_id, seq, country, first_name, last_name, organization, address_line1, city, state, postal_code)
     VALUES ('adr_moved', $1, 2, 'US', 'Ada', 'King', 'x', '2 Side St', 'Portland', 'OR', '97201')`,
    [customer.accountId],
  );
  await h.advance(customer, { by: 'P1M' });
  const [newest, before] = (await page('?pageSize=2')).receipts;
  expect(newest).toMatchObject({ tax: 0, totalCents: 2975, billTo: { city: 'Portland', lastName: 'King' } });
  expect(before).toMatchObject({ tax: 245, billTo: { city: 'Boston', lastName: 'Byron' } });
  expect(await h.ledgerCheck()).toEqual([]);
});

test('an id of nothing: 404', async () => {
  for (const id of ['inv_nothing', 'ch_nothing', 'sub_nothing', 'x']) {
    const answer = await customer.client.get(`${LIST}/${id}`);
    expect([answer.status, answer.body.error.type]).toEqual([404, 'NOT_FOUND']);
  }
});

test('[PM-09, PY-05] what waits for money can be asked for alone; a debt that was given up says so and is paid by hand only', async () => {
  const { customer: late, receipt } = await makeLate(h);
  const unpaidPage = async () => (await late.client.get<ReceiptPage>(`${LIST}?unpaid=true`)).body;
  expect(await unpaidPage()).toMatchObject({
    total: 1,
    receipts: [{ id: receipt, status: 'Payment Failed', writtenOff: false }],
    nextCursor: null,
  });
  expect((await h.account(late)).openAmountCents).toBe(3220);

  await h.advance(late, { by: 'P2M' });
  expect((await unpaidPage()).receipts).toMatchObject([{ id: receipt, status: 'Unpaid', writtenOff: true }]);
  const saved = await late.client.post<{ retried: string[] }>(CARD, { type: 'stripe', token: 'tok_visa' });
  expect([saved.status, saved.body.retried, (await h.account(late)).openAmountCents]).toEqual([201, [], 0]);

  const paid = await late.client.post<Receipt>(`${LIST}/${receipt}/pay`, { expectedTotalCents: 3220 });
  expect([paid.status, paid.body.status, paid.body.writtenOff]).toEqual([200, 'Paid', false]);
  expect(await unpaidPage()).toMatchObject({ total: 0, receipts: [] });
});
