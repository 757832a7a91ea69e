import {
  type AccessToken,
  type Client,
  type ClientCredentials,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type RefreshToken,
} from 'oidc-provider';
import { type ProductClient, receiverOf } from '../../services/product-sign-in/client-ports.ts';

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>;

/** Name of a receiver as a resource of RFC 8707. */
const RESOURCE = 'urn:foyer:client:';

const NO_SCOPE = 'the request does not say what the token is for';

const scopesIn = ({ oidc }: KoaContextWithOIDC): string[] => {
  const scope = oidc.params?.scope;
  return typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
};

const isServiceToken = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.route === 'token' && oidc.params?.grant_type === 'client_credentials';

/**
 * Decides which client a token for a server is for (decision 76): the one that its scopes name. So each token has one
 * audience, and a receiver cannot use it at another one. Tokens of customers have no resource.
 */
export const audienceOf = (
  clients: readonly ProductClient[],
): Required<Pick<ResourceIndicators, 'defaultResource' | 'getResourceServerInfo'>> => ({
  defaultResource: async (ctx) => {
    // The library takes a missing value for "no resource", although its types want a text.
    if (!isServiceToken(ctx)) return undefined as unknown as string;
    const [first] = scopesIn(ctx);
    if (first === undefined) throw new errors.InvalidScope(NO_SCOPE, '');
    return `${RESOURCE}${receiverOf(first)}`;
  },
  getResourceServerInfo: async (ctx, resource, { clientId }) => {
    if (!isServiceToken(ctx)) throw new errors.InvalidTarget('only tokens of client_credentials have a resource');
    const receiver = resource.startsWith(RESOURCE) ? resource.slice(RESOURCE.length) : '';
    const allowed = clients.find(({ id }) => id === clientId)?.serviceScopes ?? [];
    const scopes = allowed.filter((scope) => receiverOf(scope) === receiver);
    if (scopes.length === 0) throw new errors.InvalidTarget('this client gets no tokens for this resource');
    const asked = scopesIn(ctx);
    if (asked.length === 0) throw new errors.InvalidScope(NO_SCOPE, '');
    const refused = asked.find((scope) => !scopes.includes(scope));
    if (refused !== undefined) throw new errors.InvalidScope('this client does not get it for this receiver', refused);
    return { scope: scopes.join(' '), audience: receiver, accessTokenFormat: 'opaque' };
  },
});

/** A confidential client may introspect its own tokens, and those of servers that are meant for it. */
export const mayIntrospect = (
  _ctx: KoaContextWithOIDC,
  { clientId, clientAuthMethod }: Client,
  token: AccessToken | ClientCredentials | RefreshToken,
): boolean => {
  if (clientAuthMethod === 'none') return false;
  return token.clientId === clientId || (token.kind === 'ClientCredentials' && token.aud === clientId);
};
