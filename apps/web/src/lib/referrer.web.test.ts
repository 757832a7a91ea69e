import { beforeEach, expect, test } from 'vitest';
import { backLinkOf, storedBackLink, storeReferrer, withoutReferrer } from './referrer.ts';

const ORIGIN = 'https://drive.arcwave.example';
const clients = { drive: { name: 'Arcwave Drive', origin: ORIGIN } };

const from = (parameters: Record<string, string>) => new URLSearchParams({ referrerClient: 'drive', ...parameters });
const hrefOf = (parameters: Record<string, string>) => backLinkOf(clients, from(parameters))?.href;

beforeEach(() => sessionStorage.clear());

test.each([
  [{}, '/'],
  [{ referrerPath: '/files/7?sort=name#top' }, '/files/7?sort=name#top'],
  [{ referrerPath: '/files', bucket: 'b 1&x=2' }, '/files?bucket=b+1%26x%3D2'],
  [{ referrerPath: '/files?bucket=old', bucket: 'new' }, '/files?bucket=new'],
  [{ referrerPath: '/a/../b' }, '/b'],
])('[SH-09] %j leads to the path of the client', (parameters, path) => {
  expect(hrefOf(parameters)).toBe(ORIGIN + path);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\t/evil.example/',
  '/\n/evil.example/',
  '\u0000//evil.example',
  '/./\\evil.example',
  '/%2e%2e//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '@evil.example/',
  '.evil.example/',
  ':80@evil.example/',
  'files',
  '',
])('[SH-09] the path %j leads nowhere but to the start of the client', (referrerPath) => {
  expect(hrefOf({ referrerPath })).toBe(`${ORIGIN}/`);
});

test.each([
  '',
  'other',
  'Drive',
  'drive ',
  'https://drive.arcwave.example',
  'https://evil.example',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
])('[SH-09] %j is no client', (referrerClient) => {
  expect(backLinkOf(clients, new URLSearchParams({ referrerClient, referrerPath: '/files' }))).toBeNull();
});

test('[SE-03] kept with path and bucket; what the list does not know changes nothing', () => {
  storeReferrer(clients, from({ referrerPath: '/files', bucket: 'b1', theme: 'x' }));
  const link = { name: 'Arcwave Drive', href: `${ORIGIN}/files?bucket=b1` };
  expect(storedBackLink(clients)).toEqual(link);
  storeReferrer(clients, new URLSearchParams({ referrerClient: 'evil', referrerPath: '/x' }));
  expect(storedBackLink(clients)).toEqual(link);
});

test('[SH-09] a client that left the list loses its arrow, whatever is kept', () => {
  storeReferrer(clients, from({}));
  expect(storedBackLink({})).toBeNull();
});

test('[SE-03] what was written into the storage by hand is held against the list as well', () => {
  sessionStorage.setItem('foyer.referrer', 'referrerClient=drive&referrerPath=//evil.example');
  expect(storedBackLink(clients)?.href).toBe(`${ORIGIN}/`);
});

test('[SE-03] endless parameters are not kept', () => {
  storeReferrer(clients, from({ referrerPath: `/${'x'.repeat(5_000)}`, bucket: 'b1' }));
  expect(storedBackLink(clients)?.href).toBe(`${ORIGIN}/?bucket=b1`);
});

test('the rest of a query stays', () => {
  expect(withoutReferrer(from({ referrerPath: '/f', bucket: 'b', active: 'email' })).toString()).toBe('active=email');
});
