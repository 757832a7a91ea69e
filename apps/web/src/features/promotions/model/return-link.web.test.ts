import { expect, test } from 'vitest';
import { returnLink } from './return-link.ts';

const clients = { drive: { name: 'Arcwave Drive', origin: 'https://drive.arcwave.example' } };

test.each([null, '', 'x', '//evil.example', 'https://evil.example/', 'https://drive.arcwave.example.evil.example/'])(
  '[PR-04] %j leads nowhere',
  (from) => {
    expect(returnLink(from, clients)).toBeNull();
  },
);

test.each([
  'javascript:alert(1)',
  'https://drive.arcwave.example@evil.example/',
  'https://a:b@drive.arcwave.example/',
  'http://drive.arcwave.example/',
  'https://drive.arcwave.example:8443/',
  'https:\\\\drive.arcwave.example/',
  ' https://drive.arcwave.example/',
  '/\\evil.example',
])('[PR-04] nor does %j', (from) => {
  expect(returnLink(from, clients)).toBeNull();
});

test('[PR-04] a path of the portal, and a page of a product', () => {
  expect(returnLink('/payments?active=receipts', clients)).toEqual({ kind: 'here', to: '/payments?active=receipts' });
  expect(returnLink('https://drive.arcwave.example/files?id=1', clients)).toEqual({
    kind: 'client',
    href: 'https://drive.arcwave.example/files?id=1',
    name: 'Arcwave Drive',
  });
});
