import { describe, expect, test } from 'vitest';
import { aCatalogue, aPlan, aPrice } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { at } from '../testing/moments.ts';
import { type Order, quoteOrder } from './order.ts';

const iot = { product: 'iot', hasTrial: false } as const;
const catalogue = aCatalogue({
  plans: [
    aPlan({ ...iot, id: 'pln_iot_individual' }),
    aPlan({ ...iot, id: 'pln_iot_enterprise', customBilling: true, paymentMethodRequired: false }),
  ],
  prices: [
    aPrice('pln_iot_individual', 'monthly', 1000),
    aPrice('pln_iot_enterprise', 'monthly', 0),
    aPrice('pln_iot_enterprise', 'yearly', 0),
  ],
});
const monthly = 'pln_iot_enterprise_monthly';
const yearly = 'pln_iot_enterprise_yearly';

const leadsOf = ({ books }: Customer): number => books.mails.filter(({ template }) => template === 'sales_lead').length;

const ordering = (...orders: (readonly [string, Partial<Order>?])[]): Customer => {
  const ada = new Customer(at('2026-01-10'), {}, catalogue);
  for (const [intervalId, overrides] of orders) ada.buy(intervalId, overrides);
  return ada;
};

describe('[IO-02] [S3] sales is notified once about an order', () => {
  test.each<[string, (readonly [string, Partial<Order>?])[], number]>([
    ['it begins at once', [[monthly]], 1],
    ['it waits for the end of a paid plan', [['pln_iot_individual_monthly'], [monthly]], 1],
    ['ordered again while it is held', [[monthly], [monthly]], 1],
    ['ordered again while it waits', [['pln_iot_individual_monthly'], [monthly], [monthly]], 1],
    ['at another interval while it is held', [[monthly], [yearly]], 1],
    ['at another interval while it waits', [['pln_iot_individual_monthly'], [monthly], [yearly]], 1],
    ['for a larger quantity', [['pln_iot_individual_monthly'], [monthly], [monthly, { quantity: 3 }]], 2],
  ])('%s', (_title, orders, leads) => {
    expect(leadsOf(ordering(...orders))).toBe(leads);
  });

  test('a repeated scheduled order has the same answer: one change, the same day, also in the quote', () => {
    const ada = ordering(['pln_iot_individual_monthly'], [monthly]);
    const [waiting] = ada.books.changes;
    const quoted = quoteOrder(ada.books, ada.order(monthly), ada.context);
    expect(quoted.ok && quoted.value.writes.changes).toEqual([waiting]);
    ada.now = at('2026-01-20');
    const again = ada.buy(monthly);
    expect([again.invoice, again.attemptId, again.writes.changes]).toEqual([null, null, [waiting]]);
    expect(ada.books.changes).toEqual([waiting]);
  });
});
