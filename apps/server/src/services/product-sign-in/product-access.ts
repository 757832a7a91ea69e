import type { ConnectedProduct } from '@foyer/contract/api/product-sign-in';
import type { Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import type { ProductClient } from './client-ports.ts';
import type { ProductAccess, ProductAccessEnding } from './ports.ts';

/**
 * Whether a customer's answer to the question for consent holds for later sign-ins of this client. The vendor's own product
 * asks no question in a browser, and the sign-in of a device asks each time.
 */
const remembersConsent = ({ isVendorsOwn, grants }: ProductClient): boolean =>
  !isVendorsOwn && grants.includes('authorization_code');

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
      const isRemembered = remembersConsent(client);
      if (!isSignedIn && !isRemembered) return [];
      return {
        id: clientId,
        name: client.names[language],
        brand: client.brand && brandName(client.brand),
        isSignedIn,
        scopes: [...(isRemembered ? consentedScopes : scopes)],
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
      const { grants, validGrants } = await tx.endProduct(accountId, clientId);
      const removed = remembersConsent(client) ? grants : validGrants;
      if (removed > 0) await tx.record({ ...origin, type: 'product_access_ended', accountId, sessionId });
    });
  };
