import { expect, test } from 'vitest';
import { sameSitePath } from './same-site-path.ts';

test.each([
  ['/', '/'],
  ['/payments?active=receipts', '/payments?active=receipts'],
  ['/receipt/inv_1#total', '/receipt/inv_1#total'],
  ['/signouts', '/signouts'],
])('[PM-01] %s is a path of this site', (value, expected) => {
  expect(sameSitePath(value, '/fallback')).toBe(expected);
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
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\n//evil.example',
  '/%0a/../..//evil.example',
  '/..//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
])('[PM-01] %j is not followed', (value) => {
  expect(sameSitePath(value, '/fallback')).toBe('/fallback');
});
