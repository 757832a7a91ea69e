import { expect, test } from 'vitest';
import { initialRoute } from './initial-route.ts';

const routeAt = (address: string, isSignedIn = false) =>
  initialRoute(new URL(address, 'https://account.example'), isSignedIn);

test.each([
  ['/', '/'],
  ['/payments?active=receipts', '/payments?active=receipts'],
  ['/#/payments?active=receipts', '/payments?active=receipts'],
  ['/receipt/inv_1', '/receipt/inv_1'],
  ['/?referrerClient=drive', '/?referrerClient=drive'],
  ['/?utm=1#/payments?active=receipts', '/payments?active=receipts&utm=1'],
])('[SH-05] %s becomes the hash route %s', (address, route) => {
  expect(routeAt(address).route).toBe(route);
});

test.each(['/?emailToken=a%2Fb', '/payments?emailToken=a%2Fb', '/#/payments?emailToken=a%2Fb'])(
  '[SH-04] %s leads to the confirmation',
  (address) => {
    expect(routeAt(address).route).toBe('/cea/a%2Fb');
  },
);

test.each([
  '/signin?token=t&to=%2Fpayments&x=1',
  '/#/signin?token=t&to=%2Fpayments&x=1',
  '/signin?to=%2Fpayments&x=1&token=t',
])('[SE-02] %s: the token leaves the address, the rest stays', (address) => {
  expect(routeAt(address)).toMatchObject({ route: '/signin?to=%2Fpayments&x=1', token: 't', isPublic: true });
});

test('[SE-02] capitals make no other route of it: the token leaves the address all the same (INV-17)', () => {
  expect(routeAt('/SignIn?token=t')).toMatchObject({ route: '/SignIn', token: 't', isPublic: true });
});

test.each([
  ['/payments?token=t', '/payments'],
  ['/signin?emailToken=e&token=t', '/cea/e'],
])('[SE-02, INV-17] %s is no intake, and the token leaves the address all the same', (address, route) => {
  expect(routeAt(address)).toMatchObject({ token: null, route });
});

test.each([
  ['/', 'home', false],
  ['/payments', 'page', false],
  ['/payments/next', 'none', false],
  ['/promotions/2-series', 'none', false],
  ['/survey/1', 'none', true],
  ['/signout', 'none', true],
  ['/signoutx', 'page', false],
  ['/login-x', 'page', false],
  // INV-17: the bundle keeps the secret out of the address on the way to the sign-in
  ['/#/cea/secret', 'none', true],
] as const)('[SH-03] %s waits as %s, public: %s', (address, shell, isPublic) => {
  expect(routeAt(address)).toMatchObject({ shell, isPublic });
});

test('[SH-12, SC-03] who is signed in waits for the page of a mailed link as for any other', () => {
  expect(routeAt('/#/cea/secret', true)).toMatchObject({ shell: 'page', isPublic: false });
});
