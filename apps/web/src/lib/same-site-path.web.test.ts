import { expect, test } from 'vitest';
import { foreignAddresses, OWN_PATHS } from '../testing/foreign-addresses.ts';
import { sameSitePath } from './same-site-path.ts';

test.each([
  ['/', '/'],
  ['/payments?active=receipts', '/payments?active=receipts'],
  ['/receipt/inv_1#total', '/receipt/inv_1#total'],
  ['/signouts', '/signouts'],
])('[PM-01] %s is a path of this site', (value, expected) => {
  expect(sameSitePath(value, '/fallback')).toBe(expected);
});

test.each(OWN_PATHS)('[PM-01] %s is odd, and a path of this site all the same', (value) => {
  expect(sameSitePath(value, '/fallback')).toBe(value);
});

test.each(['/signout', '/SignOut?reason=email', '/x/../logout', '/signin?to=%2Fpayments', '/login/payments'])(
  '[AD-09, PM-01, SE-02] %s signs in or out, and nobody returns to it',
  (value) => {
    expect(sameSitePath(value, '/fallback')).toBe('/fallback');
  },
);

test.each([
  null,
  '',
  'payments',
  '\n//evil.example',
  '/%0a/../..//evil.example',
  ' //evil.example',
  ...foreignAddresses(location.origin),
])('[PM-01, AD-09, PR-04, SE-03] %j is not followed', (value) => {
  expect(sameSitePath(value, '/fallback')).toBe('/fallback');
});
