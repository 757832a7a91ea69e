import type { Quote } from '@foyer/contract/api/shapes';
import { afterEach, describe, expect, test } from 'vitest';
import { berlin, boston } from '../../../test/customers.ts';
import { BUY, type Changed, makeHolder, makePurchase, START, saveCard } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();
const STARTER = { planId: 'pln_drive_starter', interval: 'yearly' };

const customerAt = async (change: object) => {
  const customer = await h.makeCustomer({ address: { ...boston, ...change }, clock: START });
  const { body } = await customer.client.post<Quote>(`${BUY}/preview`, STARTER);
  return { customer, quote: body };
};

const rateWholeCountries = () =>
  h.database.query(
    `INSERT INTO tax_rates (id, country, region, postal_prefix, rate_ppm, valid_from) VALUES
       ('de', 'DE', NULL, '', 190000, '2020-01-01'), ('us', 'US', NULL, '', 10000, '2020-01-01')`,
  );
afterEach(async () => {
  await h.database.query(`DELETE FROM tax_rates WHERE id IN ('de', 'us')`);
});

describe('[AD-05, PY-06] the tax of an address, also one that the customer insisted on', () => {
  test.each<[string, object, number, string]>([
    ['a rate of the postal code', {}, 8.25, 'Boston MA'],
    ['a postal code that nobody knows: the rate of the state, in its name', { postalCode: '99999' }, 6.25, 'MA'],
    ['a postal code of the state with no rate of its own', { city: 'Springfield', postalCode: '01103' }, 6.25, 'MA'],
    ['a postal code of another state', { postalCode: '97201' }, 6.25, 'MA'],
    ['a state that takes nothing', { city: 'Portland', state: 'OR', postalCode: '97201' }, 0, 'Portland OR'],
    ['a state with no rate', { city: 'Burlington', state: 'VT', postalCode: '05401' }, 0, ''],
    ['a country with no rate', { ...berlin }, 0, ''],
  ])('%s', async (_case, change, percent, place) => {
    const { customer, quote } = await customerAt(change);
    expect([quote.taxRatePercentage, quote.taxPlace]).toEqual([percent, place]);
    expect(quote.tax).toBe(Math.round((quote.subtotal * percent) / 100));
    expect((await h.account(customer)).estimatedTax.taxRatePercentage).toBe(percent);
    const address = { ...boston, ...change };
    const asked = `/api/account/taxes/rate/${address.postalCode}`;
    expect((await customer.client.get(asked)).body).toEqual({ taxRatePercentage: percent });
  });

  test('what was quoted is what is charged and stands on the receipt', async () => {
    const { customer, quote } = await customerAt({ postalCode: '99999' });
    await saveCard(customer, 'tok_visa');
    const { receipt } = await makePurchase(customer, { ...STARTER, expectedTotalCents: quote.amountDueCents });
    expect(receipt).toMatchObject({ tax: 1874, taxRatePercentage: 6.25, taxPlace: 'MA', billTo: { city: 'Boston' } });
  });

  test('tax that comes back after a move is of the rate it was paid at, and of no new place; quoted and on the receipt', async () => {
    const { customer, id } = await makeHolder(h, { planId: 'pln_drive_ultimate_monthly' });
    await h.advance(customer, { by: 'P10D' });
    await h.database.query(
      `INSERT INTO addresses SELECT (jsonb_populate_record(a, to_jsonb(a) || '{"id": "adr_later", "seq": 2, "postal_code": "99999"}')).*
       FROM addresses a WHERE account_id = $1`,
      [customer.accountId],
    );
    const less = { planId: 'pln_drive_starter_monthly' };
    const { body: quote } = await customer.client.post<Quote>(`${BUY}/preview`, { ...less, subscriptionId: id });
    const { body } = await customer.client.patch<Changed>(`${BUY}/${id}`, less);
    const expected = { tax: quote.tax, taxRatePercentage: 8.25, taxPlace: '' };
    expect([quote, body.receipt]).toMatchObject([expected, expected]);
    expect(quote.tax).toBeLessThan(0);
  });

  test('of the whole country, where that is all there is; of the nearest place otherwise', async () => {
    await rateWholeCountries();
    const rates = [berlin, { postalCode: '99999' }, { state: 'VT', postalCode: '05401' }].map(async (change) => {
      const { quote } = await customerAt(change);
      return [quote.taxRatePercentage, quote.taxPlace];
    });
    expect(await Promise.all(rates)).toEqual([
      [19, ''],
      [6.25, 'MA'],
      [1, ''],
    ]);
  });

  test('of a postal code alone: by its prefix in whatever state, never by a whole state', async () => {
    await rateWholeCountries();
    const { customer } = await customerAt({});
    const rates = ['78704', '78999', '99999'].map(async (code) => {
      const { body } = await customer.client.get<{ taxRatePercentage: number }>(`/api/account/taxes/rate/${code}`);
      return body.taxRatePercentage;
    });
    expect(await Promise.all(rates)).toEqual([8.25, 1, 1]);
  });
});
