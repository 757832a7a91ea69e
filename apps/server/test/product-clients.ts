import type { ProductClient } from '../src/services/product-sign-in/client-ports.ts';

const base = {
  brand: null,
  isVendorsOwn: true,
  grants: ['authorization_code'],
  scopes: ['openid', 'profile', 'email', 'address', 'offline_access', 'entitlements'],
  serviceScopes: [],
  postLogoutAddresses: [],
  backchannelLogoutAddress: null,
} as const satisfies Partial<ProductClient>;

/** Products of the tests: one of the vendor, one of another vendor, a desktop program, one of the other brand, a server. */
export const productClients: readonly ProductClient[] = [
  {
    ...base,
    id: 'own',
    names: { en: 'Own Product', de: 'Eigenes Produkt' },
    secret: 'a secret of the own product, 32 letters',
    grants: ['authorization_code', 'device_code'],
    redirectAddresses: ['https://own.example.com/callback'],
    postLogoutAddresses: ['https://own.example.com/bye'],
    backchannelLogoutAddress: 'https://own.example.com/logout',
  },
  {
    ...base,
    id: 'guest',
    names: { en: 'Guest Product', de: 'Fremdes Produkt' },
    secret: 'a secret of the guest product, 32 letters',
    isVendorsOwn: false,
    grants: ['authorization_code', 'device_code'],
    scopes: ['openid', 'email'],
    redirectAddresses: ['https://guest.example.com/callback'],
  },
  {
    ...base,
    id: 'desktop',
    names: { en: 'Desktop Program', de: 'Programm' },
    secret: null,
    grants: ['authorization_code', 'device_code'],
    redirectAddresses: ['http://127.0.0.1/callback'],
  },
  {
    ...base,
    id: 'other-brand',
    names: { en: 'Other Brand', de: 'Andere Marke' },
    secret: 'a secret of the other brand, 32 letters!',
    brand: 'drive',
    redirectAddresses: ['https://drive.example.com/callback'],
  },
  {
    ...base,
    id: 'server',
    names: { en: 'Server', de: 'Server' },
    secret: 'a secret of the server, of 32 letters !!',
    grants: ['client_credentials'],
    scopes: ['openid'],
    serviceScopes: ['own:files.read', 'own:files.write', 'guest:report'],
    redirectAddresses: [],
  },
];
