import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { expect, test } from 'vitest';
import { productClients } from '../../../test/product-clients.ts';
import type { ProductClient } from './client-ports.ts';
import { makeListProducts } from './product-access.ts';

const [own, guest] = productClients;
if (!own || !guest) throw new Error('the tests have no products');
const other: ProductClient = { ...guest, scopes: ['openid', 'email', 'address'] };

test.each([
  ['signed in, a product of the vendor', own, true, ['email']],
  ['signed out, a product of the vendor', own, false, null],
  ['signed in, a product of another vendor, in the order of the file', other, true, ['email', 'address']],
  ['signed out, a product of another vendor', other, false, ['email', 'address']],
  [
    'signed out, a scope that it no longer has',
    { ...other, scopes: ['openid', 'address'] as const },
    false,
    ['address'],
  ],
  ['signed in, a scope that it no longer has', { ...own, scopes: ['openid'] as const }, true, []],
  ['signed out, without any scope that was allowed', { ...other, scopes: ['openid'] as const }, false, null],
  ['signed out, refresh tokens that were not allowed', { ...other, scopes: own.scopes }, false, null],
  ['signed in, a device of another vendor', { ...other, grants: ['device_code'] as const }, true, ['email']],
  [
    'signed out, a device of another vendor, which is asked each time',
    { ...other, grants: ['device_code'] as const },
    false,
    null,
  ],
])('%s', async (_name, client: ProductClient, isSignedIn, scopes) => {
  const list = makeListProducts({
    access: {
      ofAccount: async () => [
        {
          clientId: client.id,
          isSignedIn,
          scopes: isSignedIn ? ['email'] : [],
          consentedScopes: ['address', 'email'],
          firstGivenAt: 0,
          lastUsedAt: 1000,
        },
      ],
    },
    clients: [client],
    brandName: (brand) => brand,
  });
  const listed = await list({ accountId: 'acc_1' as AccountId, language: 'de' });
  expect(listed).toEqual(
    scopes === null
      ? []
      : [
          {
            id: client.id,
            name: client.names.de,
            brand: null,
            isSignedIn,
            scopes,
            firstGivenAt: '1970-01-01T00:00:00.000Z',
            lastUsedAt: '1970-01-01T00:00:01.000Z',
          },
        ],
  );
});
