import { expect, test } from 'vitest';
import { matchRoute } from './match-route.ts';

test.each([
  ['/', '/', {}],
  ['/payments', '/payments/', {}],
  ['/payments', '/Payments', {}],
  ['/receipt/:id', '/receipt/inv%201', { id: 'inv 1' }],
  ['/subscriptions/drive/:subId?', '/subscriptions/drive', { subId: undefined }],
  ['/subscriptions/drive/:subId?', '/subscriptions/drive/sub_1', { subId: 'sub_1' }],
  ['/signin/*', '/signin', { rest: undefined }],
  ['/signin/*', '/signin/payments/next', { rest: 'payments/next' }],
  ['/signin/*', '/signin/%E0%A4%A', { rest: '%E0%A4%A' }],
  ['/(sign|log)in/*', '/login/payments', { rest: 'payments' }],
  ['/(sign|log)out', '/logout', {}],
])('[SH-01] %s takes %s', (pattern, path, params) => {
  expect(matchRoute(pattern, path)).toEqual(params);
});

test.each([
  ['/', '/payments'],
  ['/payments', '/payments/next'],
  ['/payments', '/paymentsx'],
  ['/receipt/:id', '/receipt'],
  ['/receipt/:id', '/receipt/a/b'],
  ['/signin/*', '/signinx'],
  ['/(sign|log)in/*', '/in'],
])('[SH-02] %s does not take %s', (pattern, path) => {
  expect(matchRoute(pattern, path)).toBeNull();
});
