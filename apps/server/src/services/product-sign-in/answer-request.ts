import type { AuthorizationStep } from '@foyer/contract/api/product-sign-in';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { authenticationBy, mustSignInAgain, provesUser } from './authentication.ts';
import type { ProductClient } from './client-ports.ts';
import type { AuthorizationRequest, AuthorizationRequests, ProductGrants, RequestKey } from './ports.ts';

interface Dependencies {
  readonly requests: AuthorizationRequests;
  readonly grants: Pick<ProductGrants, 'authenticationOf' | 'hasConsented' | 'grant'>;
  readonly clients: readonly ProductClient[];
  /** Host of a call: that of `PUBLIC_URL` unless Foyer serves the host name. */
  readonly hostOf: (hostname: string) => string;
}

/** Answer of the user to the question for consent. */
export type ConsentAnswer = 'allow' | 'refuse';

const step = (
  client: ProductClient,
  { scopes }: AuthorizationRequest,
  language: Language,
  next: Pick<AuthorizationStep, 'next' | 'address'>,
): AuthorizationStep => ({ ...next, client: client.names[language], scopes: [...scopes] });

/**
 * Answers the authorization request of a product for the user of a session. The user may have to sign in again or to give
 * consent first; then nothing changes. Otherwise it stores a grant of this session, and the browser goes on to the
 * product with a code (decision 68).
 */
export const makeAnswerRequest =
  ({ wallNow, newId }: Pick<Platform, 'wallNow' | 'newId'>, { requests, grants, clients, hostOf }: Dependencies) =>
  async (
    { accountId, sessionId, language }: Principal,
    key: RequestKey,
    consent: ConsentAnswer | undefined,
  ): Promise<AuthorizationStep> => {
    const request = await requests.find(key);
    const client = clients.find(({ id }) => id === request?.clientId);
    if (!request || !client) throw new Refused('NOT_FOUND');
    const leave = async (result: Parameters<AuthorizationRequests['answer']>[1]): Promise<AuthorizationStep> =>
      step(client, request, language, { next: 'leave', address: await requests.answer(key, result) });

    if (consent === 'refuse') return leave({ error: 'access_denied' });
    if (request.expectedSubject !== null && request.expectedSubject !== accountId)
      return leave({ error: 'login_required' });
    const signIn = await grants.authenticationOf(sessionId);
    if (!signIn) throw new Refused('INVALID_TOKEN');
    const authentication = authenticationBy(signIn);
    if (!provesUser(signIn) || mustSignInAgain(request, authentication.at, wallNow()))
      return step(client, request, language, { next: 'sign_in', address: null });
    const hasConsent =
      client.isVendorsOwn ||
      consent === 'allow' ||
      (!request.prompts.includes('consent') && (await grants.hasConsented(accountId, client.id, request.scopes)));
    if (!hasConsent) return step(client, request, language, { next: 'consent', address: null });
    const grantId = await grants.grant({
      id: newId('productGrant'),
      accountId,
      sessionId,
      clientId: client.id,
      host: hostOf(key.hostname),
      scopes: request.scopes,
    });
    if (grantId === null) throw new Refused('INVALID_TOKEN');
    return leave({ accountId, grantId, authentication });
  };
