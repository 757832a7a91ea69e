import { describe, expect, test } from 'vitest';
import { type Order, quoteOrder } from '../orders/order.ts';
import { aCatalogue, aPlan, aPrice } from '../testing/catalogue.ts';
import { Customer } from '../testing/customer.ts';
import { utc } from '../testing/moments.ts';

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
  const ada = new Customer(utc('2026-01-10'), {}, catalogue);
  for (const [intervalId, overrides] of orders) ada.buy(intervalId, overrides);
  return ada;
};

describe('[IO-02] [S23] sales is notified once about a request', () => {
  test.each<[string, (readonly [string, Partial<Order>?])[], number]>([
    ['nothing is held', [[monthly]], 1],
    ['a paid plan is held', [['pln_iot_individual_monthly'], [monthly]], 1],
    ['requested again', [[monthly], [monthly]], 1],
    ['requested again beside a paid plan', [['pln_iot_individual_monthly'], [monthly], [monthly]], 1],
    ['at another interval', [[monthly], [yearly]], 1],
    ['at another interval beside a paid plan', [['pln_iot_individual_monthly'], [monthly], [yearly]], 1],
    ['for a larger quantity', [['pln_iot_individual_monthly'], [monthly], [monthly, { quantity: 3 }]], 2],
  ])('%s', (_title, orders, leads) => {
    expect(leadsOf(ordering(...orders))).toBe(leads);
  });

  test('a repeated request has the same answer: one request of the first day, also in the quote', () => {
    const ada = ordering(['pln_iot_individual_monthly'], [monthly]);
    const request = ada.books.subscriptions.at(-1);
    ada.now = utc('2026-01-20');
    const quoted = quoteOrder(ada.books, ada.order(monthly), ada.context);
    expect(quoted.ok && quoted.value).toMatchObject({ changed: true, subscription: request });
    const again = ada.buy(monthly);
    expect(again).toMatchObject({ changed: true, invoice: null, attemptId: null, subscription: request });
    expect(ada.books.subscriptions).toHaveLength(2);
    expect(ada.books.changes).toEqual([]);
  });
});
