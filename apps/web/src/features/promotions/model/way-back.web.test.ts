import { expect, test } from 'vitest';
import { wayBack } from './way-back.ts';

const clients = { drive: { name: 'Arcwave Drive', origin: 'https://drive.arcwave.example' } };

test.each([null, '', 'x', '//evil.example', 'https://evil.example/', 'https://drive.arcwave.example.evil.example/'])(
  '[PR-04] %j leads nowhere',
  (from) => {
    expect(wayBack(from, clients)).toBeNull();
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
  expect(wayBack(from, clients)).toBeNull();
});

test('[PR-04] a path of the portal, and a page of a product', () => {
  expect(wayBack('/payments?active=receipts', clients)).toEqual({ kind: 'here', to: '/payments?active=receipts' });
  expect(wayBack('https://drive.arcwave.example/files?id=1', clients)).toEqual({
    kind: 'client',
    href: 'https://drive.arcwave.example/files?id=1',
    name: 'Arcwave Drive',
  });
});
