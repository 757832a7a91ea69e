import type { SignOutStep } from '@foyer/contract/api/product-sign-in';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { Refused } from '../refused.ts';
import type { ProductClient } from './client-ports.ts';
import type { ProductGrants, SignOutRequests } from './ports.ts';

interface Dependencies {
  readonly requests: Pick<SignOutRequests, 'find'>;
  readonly grants: Pick<ProductGrants, 'sessionOf'>;
  readonly clients: readonly ProductClient[];
  readonly hostOf: (hostname: string) => string;
}

/** Session and language of the browser that asks. */
interface Asker {
  readonly hostname: string;
  /** Null in a browser without a session. */
  readonly sessionId: string | null;
  readonly language: Language;
}

/**
 * Reads the sign-out that a product asked for. It is proved when the ID token of the product belongs to the session of
 * this browser; otherwise the page asks the user first (OpenID Connect RP-Initiated Logout, 2).
 */
export const makeReadSignOut =
  ({ requests, grants, clients, hostOf }: Dependencies) =>
  async (id: string, { hostname, sessionId, language }: Asker): Promise<SignOutStep> => {
    const request = await requests.find(hostOf(hostname), id);
    if (!request) throw new Refused('NOT_FOUND');
    const { clientId, grantId, address } = request;
    const proved = grantId === null || clientId === null ? null : await grants.sessionOf(grantId, clientId);
    return {
      isProved: proved !== null && proved === sessionId,
      address,
      client: clients.find((client) => client.id === clientId)?.names[language] ?? null,
    };
  };
