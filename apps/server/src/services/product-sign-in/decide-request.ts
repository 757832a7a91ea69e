import type { Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { authenticationBy, mustSignInAgain, provesUser } from './authentication.ts';
import type { ProductClient } from './client-ports.ts';
import { consentFor } from './consent.ts';
import type { AuthorizationRequest, ProductGrants, RequestResult } from './ports.ts';

interface Dependencies {
  readonly grants: Pick<ProductGrants, 'authenticationOf' | 'grant'>;
  /** Host of a call: that of `PUBLIC_URL` unless Foyer serves the host name. */
  readonly hostOf: (hostname: string) => string;
}

/** Answer of the user to the question for consent. */
export type ConsentAnswer = 'allow' | 'refuse';

interface Asked {
  readonly client: ProductClient;
  readonly request: AuthorizationRequest;
  readonly hostname: string;
  readonly consent: ConsentAnswer | undefined;
  /** The user is asked in any case, also for the vendor's own product. */
  readonly isAlwaysAsked: boolean;
}

/**
 * Decides a request of a product for the user of a session. Returns what the user must do first, and changes nothing then.
 * Otherwise it returns the result, and has stored a grant of this session if the user allowed the request.
 */
export const makeDecideRequest =
  ({ wallNow, newId }: Pick<Platform, 'wallNow' | 'newId'>, { grants, hostOf }: Dependencies) =>
  async (
    { accountId, sessionId }: Pick<Principal, 'accountId' | 'sessionId'>,
    { client, request, hostname, consent, isAlwaysAsked }: Asked,
  ): Promise<RequestResult | 'sign_in' | 'consent'> => {
    if (consent === 'refuse') return { error: 'access_denied' };
    if (request.expectedSubject !== null && request.expectedSubject !== accountId) return { error: 'login_required' };
    const signIn = await grants.authenticationOf(sessionId);
    if (!signIn) throw new Refused('INVALID_TOKEN');
    const authentication = authenticationBy(signIn);
    if (!provesUser(signIn) || mustSignInAgain(request, authentication.at, wallNow())) return 'sign_in';
    const isAllowed = consent === 'allow' || (client.isVendorsOwn && !isAlwaysAsked);
    const isAsked = isAlwaysAsked || request.prompts.includes('consent') || request.scopes.length === 0;
    if (!isAllowed && isAsked) return 'consent';
    const grant = await grants.grant(
      {
        id: newId('productGrant'),
        accountId,
        sessionId,
        clientId: client.id,
        host: hostOf(hostname),
        scopes: request.scopes,
        consentedScopes: consentFor(client, request.scopes),
      },
      { onlyIfConsented: !isAllowed },
    );
    if (grant === 'no_consent') return 'consent';
    if (grant === 'session_ended') throw new Refused('INVALID_TOKEN');
    return { accountId, grantId: grant.id, authentication };
  };

/** Parts of a request that its user reads. A client with `offline_access` gets refresh tokens also without asking for them. */
export const shownOf = (
  { names, scopes }: ProductClient,
  request: Pick<AuthorizationRequest, 'scopes'>,
  { language }: Pick<Principal, 'language'>,
) => ({ client: names[language], scopes: [...request.scopes], readsLater: scopes.includes('offline_access') });

export type DecideRequest = ReturnType<typeof makeDecideRequest>;
