import type { ProductClient } from '../services/product-sign-in/client-ports.ts';

/** Address of the example product, on this machine only. */
export const EXAMPLE_PORT = 4100;

const at = (path: string): string => `http://127.0.0.1:${EXAMPLE_PORT}${path}`;

/**
 * Client of `examples/product`, so that `npm run example` works beside `npm start`. Its secret is published: it exists with
 * demo customers only, and only on a server that other machines do not reach.
 */
export const demoClient: ProductClient & { readonly secret: string } = {
  id: 'example-product',
  names: { en: 'Example product', de: 'Beispielprodukt' },
  secret: 'published secret of the example product',
  brand: null,
  isVendorsOwn: true,
  grants: ['authorization_code'],
  scopes: ['openid', 'profile', 'email', 'entitlements'],
  serviceScopes: [],
  redirectAddresses: [at('/callback')],
  postLogoutAddresses: [at('/')],
  backchannelLogoutAddress: at('/logout'),
};

/** Adds the client of the example product, unless the vendor's file has a client with its id. */
export const withDemoClient = (clients: readonly ProductClient[]): readonly ProductClient[] =>
  clients.some(({ id }) => id === demoClient.id) ? clients : [...clients, demoClient];
