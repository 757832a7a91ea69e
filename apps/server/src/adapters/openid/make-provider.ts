import type { IncomingMessage, ServerResponse } from 'node:http';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import Provider, {
  type AdapterFactory,
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { ProductClient } from '../../services/product-sign-in/client-ports.ts';
import type { SignOutRequest } from '../../services/product-sign-in/ports.ts';
import { Refused } from '../../services/refused.ts';
import { POLL_SECONDS } from '../postgres/device-codes.ts';
import { audienceOf, mayIntrospect } from './service-tokens.ts';
import type { SigningKey } from './signing-keys.ts';

export interface ProviderNeeds {
  /** Address that names this provider in ID tokens: origin of the host and its path. */
  readonly issuer: string;
  readonly clients: readonly ProductClient[];
  readonly keys: readonly SigningKey[];
  readonly adapter: AdapterFactory;
  /** Keys of the cookies that bind an authorization request to its browser, the current one first. */
  readonly cookieKeys: readonly string[];
  /** Claims of an account. Null if it is closed. */
  readonly claimsOf: (accountId: string, scopes: ReadonlySet<string>) => Promise<object | null>;
  readonly acrValues: readonly string[];
  /** Path at which a browser waits for the answer to its authorization request. */
  readonly requestPath: (id: string) => string;
  /** Page of the portal at which a user enters the code that a device shows. */
  readonly devicePage: { readonly origin: string; readonly path: string };
  /** Stores a sign-out that a product asked for, and returns the page that carries it out. */
  readonly signOutPage: (request: SignOutRequest) => Promise<string>;
  /** Writes the page for an error that cannot be sent back to a product. */
  readonly errorPage: (error: { readonly error: string; readonly description: string | undefined }) => string;
  readonly onFault: (error: unknown) => void;
}

const seconds = (ms: number): number => ms / SECOND_MS;

const isWeb = (address: string): boolean => /^https:/.test(address);

/** Name of device authorization at the token endpoint (RFC 8628, 3.4). */
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** True for a client that gets tokens of customers. */
const signsUsersIn = ({ grants }: ProductClient): boolean => grants.some((grant) => grant !== 'client_credentials');

/** Metadata of a client as OpenID Connect Dynamic Client Registration names it. */
const metadataOf = (client: ProductClient): ClientMetadata => ({
  client_id: client.id,
  client_name: client.names.en,
  ...(client.secret === null
    ? { token_endpoint_auth_method: 'none' }
    : { client_secret: client.secret, token_endpoint_auth_method: 'client_secret_basic' }),
  // A program on the machine of its user: any port of the loopback address is allowed (RFC 8252, 7.3).
  application_type: client.secret === null && !client.redirectAddresses.every(isWeb) ? 'native' : 'web',
  redirect_uris: [...client.redirectAddresses],
  post_logout_redirect_uris: [...client.postLogoutAddresses],
  response_types: client.grants.includes('authorization_code') ? ['code'] : [],
  grant_types: [
    ...client.grants.map((grant) => (grant === 'device_code' ? DEVICE_GRANT : grant)),
    ...(client.scopes.includes('offline_access') && signsUsersIn(client) ? ['refresh_token'] : []),
  ],
  scope: client.scopes.join(' '),
  id_token_signed_response_alg: 'ES256',
  ...(client.backchannelLogoutAddress === null
    ? {}
    : { backchannel_logout_uri: client.backchannelLogoutAddress, backchannel_logout_session_required: true }),
});

/** Cookie of the library's own session, which this server does not keep. */
const SESSION_COOKIE = 'foyer-product-session';

const configurationOf = (needs: ProviderNeeds): Configuration => ({
  adapter: needs.adapter,
  clients: needs.clients.map(metadataOf),
  jwks: { keys: [...needs.keys] } as NonNullable<Configuration['jwks']>,
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: {
    idTokenSigningAlgValues: ['ES256'],
    userinfoSigningAlgValues: ['ES256'],
    introspectionSigningAlgValues: ['ES256'],
    authorizationSigningAlgValues: ['ES256'],
  },
  responseTypes: ['code'],
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  scopes: ['openid', 'offline_access'],
  claims: {
    openid: ['sub', 'sid', 'acr', 'amr', 'auth_time'],
    profile: ['name', 'given_name', 'family_name', 'locale'],
    email: ['email', 'email_verified'],
    address: ['address'],
    entitlements: ['entitlements'],
  },
  acrValues: needs.acrValues,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    clientCredentials: { enabled: true },
    deviceFlow: {
      enabled: true,
      // Consonants without look-alikes. They spell no word (RFC 8628, 6.1).
      charset: 'base-20',
      mask: '****-****',
      deviceInfo: () => ({}),
    },
    introspection: { enabled: true, allowedPolicy: mayIntrospect },
    resourceIndicators: { enabled: true, ...audienceOf(needs.clients) },
    rpInitiatedLogout: { enabled: true },
    backchannelLogout: { enabled: true },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    userinfo: { enabled: true },
  },
  ttl: {
    Interaction: seconds(HOUR_MS / 2),
    AuthorizationCode: seconds(MINUTE_MS),
    AccessToken: seconds(5 * MINUTE_MS),
    ClientCredentials: seconds(5 * MINUTE_MS),
    DeviceCode: seconds(10 * MINUTE_MS),
    IdToken: seconds(HOUR_MS),
    RefreshToken: seconds(30 * DAY_MS),
    Grant: seconds(30 * DAY_MS),
    Session: seconds(MINUTE_MS),
  },
  rotateRefreshToken: true,
  // The specification of OpenID wants `prompt=consent` for it; here the file of the clients decides.
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  // The grant ends with the session of the customer, and every token with the grant.
  expiresWithSession: () => false,
  interactions: {
    url: (_ctx, interaction) => needs.requestPath(interaction.uid),
    policy: interactionPolicy.base(),
  },
  loadExistingGrant: async (ctx) => {
    const grantId = ctx.oidc.result?.consent?.grantId;
    const clientId = ctx.oidc.client?.clientId;
    if (grantId === undefined || clientId === undefined) return undefined;
    // The end of the session names the grant to the product (claim `sid`).
    ctx.oidc.session?.sidFor(clientId, grantId);
    return ctx.oidc.provider.Grant.find(grantId);
  },
  findAccount: async (_ctx, accountId, token) => {
    const sid = token && 'grantId' in token ? { sid: token.grantId } : {};
    return {
      accountId,
      claims: async (use, scope) => {
        const claims = await needs.claimsOf(accountId, new Set(scope.split(' ')));
        return { ...claims, sub: accountId, ...(use === 'id_token' ? sid : {}) };
      },
    };
  },
  cookies: {
    names: {
      session: SESSION_COOKIE,
      interaction: 'foyer-authorization-request',
      resume: 'foyer-authorization-resume',
    },
    keys: [...needs.cookieKeys],
    short: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
    long: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
  },
  renderError: async (ctx, out) => {
    ctx.type = 'html';
    ctx.body = needs.errorPage({ error: out.error, description: out.error_description });
  },
  clientBasedCORS: (_ctx, origin, client) =>
    (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin),
});

/**
 * Paths of the library's own pages, in any case, as its router takes them. They need its session, which this server does
 * not keep.
 */
const OWN_PAGES = /^\/(session\/end\/|device(?!\/auth$))/i;

interface DeviceAnswer {
  readonly user_code: string;
}

/**
 * Addresses at which the user of a device enters its code: without it, to type, and with it, as a picture. The code is
 * behind the `#`, which no server and no proxy logs (INV-17).
 */
const addressesOf = ({ user_code }: DeviceAnswer, { origin, path }: ProviderNeeds['devicePage']) => ({
  verification_uri: `${origin}${path}`,
  verification_uri_complete: `${origin}/#${path}?${new URLSearchParams({ user_code })}`,
});

/** True for a call that the library knows. */
const isChecked = (ctx: object): ctx is KoaContextWithOIDC => 'oidc' in ctx;

const isInvalidRequest = (body: unknown): body is { readonly error: 'invalid_request' } =>
  typeof body === 'object' && body !== null && 'error' in body && body.error === 'invalid_request';

/** True for a grant that exists, and that is not one of the client. The library calls that `invalid_request`. */
const isForeignGrant = ({ oidc, status }: KoaContextWithOIDC): boolean => {
  const asked =
    oidc.route === 'device_authorization' ? DEVICE_GRANT : oidc.route === 'token' && oidc.params?.grant_type;
  return status === 400 && typeof asked === 'string' && oidc.client?.grantTypeAllowed(asked) === false;
};

/** Sign-out that the library has checked: the signature of the hint, and the exact address of the client. */
const checkedSignOut = ({ oidc }: KoaContextWithOIDC): SignOutRequest => {
  const { post_logout_redirect_uri: address, state } = oidc.params ?? {};
  const url = typeof address === 'string' ? new URL(address) : null;
  if (typeof state === 'string') url?.searchParams.set('state', state);
  const { sid } = oidc.entities.IdTokenHint?.payload ?? {};
  return {
    clientId: oidc.client?.clientId ?? null,
    grantId: typeof sid === 'string' ? sid : null,
    address: url?.href ?? null,
  };
};

/** Answers one call to the provider. */
export type HandleCall = (
  request: IncomingMessage,
  response: ServerResponse,
  countClient: CountClient,
) => Promise<void>;

/** Counts a call of an authenticated client. Throws a refusal when the client has made too many. */
type CountClient = (clientId: string) => Promise<void>;

/**
 * Counts the calls of clients at the moment at which they have proved their secret. A stranger who only names a client
 * cannot use up its limit. Public clients prove nothing, so the limit of their address has to do.
 */
const limitClients = (provider: Provider, count: (clientId: string) => Promise<void> | undefined): void => {
  const { prototype } = provider.Client;
  const compare = prototype.compareClientSecret;
  prototype.compareClientSecret = async function (actual) {
    if (!(await compare.call(this, actual))) return false;
    try {
      await count(this.clientId);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      Provider.ctx?.set('retry-after', String(error.detail.retryAfterSeconds ?? 1));
      const refusal = new errors.TemporarilyUnavailable('too many calls of this client');
      throw Object.assign(refusal, { status: error.status, statusCode: error.status });
    }
    return true;
  };
};

/**
 * Makes the OpenID provider of one host. Its own session cookie is neither kept nor sent: only a session of the portal
 * answers an authorization request (decision 68).
 */
export const makeProvider = (needs: ProviderNeeds): { readonly provider: Provider; readonly handle: HandleCall } => {
  const provider = new Provider(needs.issuer, configurationOf(needs));
  const counters = new WeakMap<IncomingMessage, CountClient>();
  limitClients(provider, (clientId) => {
    const request = Provider.ctx?.req;
    return request && counters.get(request)?.(clientId);
  });
  provider.on('server_error', (_ctx, error) => needs.onFault(error));
  provider.use(async (ctx, next) => {
    if (OWN_PAGES.test(ctx.path)) {
      ctx.status = 404;
      return;
    }
    await next();
    if (isChecked(ctx) && ctx.oidc.route === 'end_session' && ctx.status === 200) {
      ctx.status = 303;
      ctx.redirect(await needs.signOutPage(checkedSignOut(ctx)));
    }
    if (isChecked(ctx) && isForeignGrant(ctx) && isInvalidRequest(ctx.body))
      ctx.body = { ...ctx.body, error: 'unauthorized_client' };
    if (isChecked(ctx) && ctx.oidc.route === 'device_authorization' && ctx.status === 200)
      ctx.body = {
        ...(ctx.body as object),
        ...addressesOf(ctx.body as DeviceAnswer, needs.devicePage),
        interval: POLL_SECONDS,
      };
    const cookies = [ctx.response.get('set-cookie') as string | string[]].flat().filter(Boolean);
    const sent = cookies.filter((cookie) => !cookie.startsWith(SESSION_COOKIE));
    if (sent.length > 0) ctx.set('set-cookie', sent);
    else ctx.remove('set-cookie');
  });
  // Addresses in answers come from the configuration. A caller's own headers of this kind are replaced.
  provider.proxy = true;
  const { protocol, host, pathname } = new URL(needs.issuer);
  const answer = provider.callback();
  const handle: HandleCall = async (request, response, countClient) => {
    counters.set(request, countClient);
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = host;
    const { url = '' } = request;
    Object.assign(request, { originalUrl: url, url: url.slice(pathname.length) || '/' });
    await answer(request, response);
  };
  return { provider, handle };
};
