import type { ConnectedProduct } from '@foyer/contract/api/product-sign-in';
import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import type { ProductClient } from './client-ports.ts';
import { rememberedScopes } from './consent.ts';
import type { ProductAccess, ProductAccessEnding } from './ports.ts';

interface ListDependencies {
  readonly access: ProductAccess;
  readonly clients: readonly ProductClient[];
  /** Name of a brand by its key. */
  readonly brandName: (brand: string) => string;
}

/**
 * Lists the products that may read data of the account, the last used first. A product that is signed out is listed as long
 * as its next sign-in would ask for no consent, so that the customer can remove what is remembered.
 */
export const makeListProducts =
  ({ access, clients, brandName }: ListDependencies) =>
  async ({ accountId, language }: Pick<Principal, 'accountId' | 'language'>): Promise<ConnectedProduct[]> => {
    const granted = await access.ofAccount(accountId);
    return granted.flatMap(({ clientId, isSignedIn, scopes, consentedScopes, firstGivenAt, lastUsedAt }) => {
      const client = clients.find(({ id }) => id === clientId);
      if (!client) return []; // no longer in the file, so it cannot sign in or get tokens
      const remembered = rememberedScopes(client, consentedScopes);
      if (!isSignedIn && remembered.length === 0) return [];
      return {
        id: clientId,
        name: client.names[language],
        brand: client.brand && brandName(client.brand),
        isSignedIn,
        scopes: client.scopes.filter((scope) => scopes.includes(scope) || remembered.includes(scope)),
        firstGivenAt: new Date(firstGivenAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
      };
    });
  };

interface EndDependencies {
  readonly inTransaction: <T>(work: (tx: SecurityWrites & ProductAccessEnding) => Promise<T>) => Promise<T>;
  readonly clients: readonly ProductClient[];
}

/**
 * Ends the access of a product in every session of the account: its tokens are refused at once, it gets a logout token for
 * each session, and the user is asked for consent again. A repeated call changes nothing.
 */
export const makeEndProductAccess =
  ({ inTransaction, clients }: EndDependencies) =>
  async ({ accountId, sessionId }: Principal, clientId: string, origin: Origin): Promise<void> => {
    const client = clients.find(({ id }) => id === clientId);
    if (!client) throw new Refused('NOT_FOUND');
    await inTransaction(async (tx) => {
      const { wasSignedIn, consentedScopes } = await tx.endProduct(accountId, clientId);
      if (wasSignedIn || rememberedScopes(client, consentedScopes).length > 0)
        await tx.record({ ...origin, type: 'product_access_ended', accountId, sessionId });
    });
  };
