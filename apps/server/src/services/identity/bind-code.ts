import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { IdentityStore } from './ports.ts';
import type { Tokens } from './tokens.ts';

interface Dependencies {
  readonly store: Pick<IdentityStore, 'bindCode'>;
  readonly tokens: Pick<Tokens, 'readRefresh'>;
  /** Full addresses of the clients that may receive a code (L4). */
  readonly signInAddresses: ReadonlySet<string>;
}

export interface CodeRequest {
  /** First token of the sign-in, unused. */
  readonly refreshToken: string;
  readonly returnAddress: string;
  readonly codeChallenge: string;
}

/**
 * Makes the first token of a sign-in the authorization code of a client, bound to the client's PKCE challenge (ASVS
 * 10.4.4). From then on only the verifier exchanges it. Refuses an address that no client has registered.
 */
export const makeBindCode =
  ({ wallNow }: Platform, { store, tokens, signInAddresses }: Dependencies) =>
  async ({ refreshToken, returnAddress, codeChallenge }: CodeRequest): Promise<{ code: string }> => {
    if (!signInAddresses.has(returnAddress)) throw new Refused('INVALID_REQUEST', { field: 'returnAddress' });
    const first = tokens.readRefresh(refreshToken);
    if (first?.generation !== 0 || !(await store.bindCode(first.sessionId, codeChallenge, wallNow())))
      throw new Refused('INVALID_TOKEN', { message: 'The token is not the unused first token of a sign-in.' });
    return { code: refreshToken };
  };
