import type { ProductClient } from './client-ports.ts';

type Asking = Pick<ProductClient, 'isVendorsOwn' | 'grants' | 'scopes'>;

/**
 * Scopes that the user allows with a request of this client. A client with `offline_access` gets refresh tokens also
 * without asking for them, and the page says so. None for the vendor's own product, which asks no question in a browser.
 */
export const consentFor = ({ isVendorsOwn, scopes }: Asking, requested: readonly string[]): readonly string[] => {
  if (isVendorsOwn) return [];
  return [...requested, ...scopes.filter((scope) => scope === 'offline_access' && !requested.includes(scope))];
};

/**
 * Scopes that the client gets at its next sign-in without a question, of those that the user has allowed. None if it always
 * asks: a device does, and so does a client that now gets refresh tokens and did not when the user was asked.
 */
export const rememberedScopes = (client: Asking, consented: readonly string[]): readonly string[] => {
  if (client.isVendorsOwn || !client.grants.includes('authorization_code')) return [];
  if (client.scopes.includes('offline_access') && !consented.includes('offline_access')) return [];
  return client.scopes.filter((scope) => consented.includes(scope));
};
