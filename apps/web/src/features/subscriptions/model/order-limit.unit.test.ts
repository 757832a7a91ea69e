import { expect, test } from 'vitest';
import { type OrderLimit, orderLimitOf, stopsOrders } from './order-limit.ts';

const open = {
  family: { exportControl: true },
  account: { canAddPaymentMethod: true },
  user: { exportPending: false, exportDenied: false },
  country: 'US',
};

const pending = { user: { exportPending: true, exportDenied: false } };
const denied = { user: { exportPending: false, exportDenied: true } };
const cardless = { account: { canAddPaymentMethod: false } };

test.each<[string, Partial<Parameters<typeof orderLimitOf>[0]>, OrderLimit | null]>([
  ['an account that can order', {}, null],
  ['a pending review', pending, 'review'],
  ['a denied review', denied, 'denied'],
  ['a pending review of a family without export control', { ...pending, family: { exportControl: false } }, null],
  ['a denied review of a family without export control', { ...denied, family: { exportControl: false } }, null],
  ['a country whose cards are not accepted', { ...cardless, country: 'DE' }, 'no-cards'],
  ['a review before the country', { ...pending, ...cardless, country: 'DE' }, 'review'],
  ['no card allowed for another reason', cardless, null],
  ['no card allowed, without an address', { ...cardless, country: null }, null],
  ['no card allowed, while the country loads', { ...cardless, country: undefined }, null],
  ['a user who loads', { user: undefined }, null],
])('[PM-03] [EX-01] what limits orders: %s', (_, change, limit) => {
  expect(orderLimitOf({ ...open, ...change })).toBe(limit);
});

test('[EX-01] a review stops all orders; a country without cards does not, because trials need no card', () => {
  expect((['review', 'denied', 'no-cards', null] as const).filter(stopsOrders)).toEqual(['review', 'denied']);
});
