import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** Claims of a user at the provider. */
export interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A real OpenID Connect provider without a form: it signs in the user that `next` names. */
export interface IdentityProvider {
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  readonly accounts: Map<string, ProviderAccount>;
  next: string;
  /** Changes the JSON that the provider answers at a path, as an attacker on the connection would. */
  change: (path: string, body: Record<string, unknown>) => Record<string, unknown>;
  /** Path that gets no answer; null for none. */
  silentAt: string | null;
  /** Parameters of the authorization requests, newest last. */
  readonly asked: URLSearchParams[];
  /** Follows the redirects of the provider as a browser does, and returns the address it leads back to. */
  visit(address: string): Promise<string>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Passes the body of a JSON answer through `change` before it is sent. */
const changeBody = (response: ServerResponse, change: (body: Record<string, unknown>) => object): void => {
  const end = response.end.bind(response) as (text: unknown) => ServerResponse;
  response.end = ((text: unknown) => {
    if (!String(response.getHeader('content-type')).startsWith('application/json')) return end(text);
    const changed = JSON.stringify(change(JSON.parse(String(text))));
    response.setHeader('content-length', Buffer.byteLength(changed));
    return end(changed);
  }) as typeof response.end;
};

const CLIENT = { id: 'foyer', secret: 'a secret between the two of them' };

export const startIdentityProvider = async (redirectUris: readonly string[]): Promise<IdentityProvider> => {
  const accounts = new Map<string, ProviderAccount>();
  let handle: RequestListener | null = null;
  const server = createServer((request, response) => void handle?.(request, response));
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const asked: URLSearchParams[] = [];
  const made: IdentityProvider = {
    settings: { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret },
    accounts,
    next: '',
    change: (_, body) => body,
    silentAt: null,
    asked,
    visit: async (address: string): Promise<string> => {
      const cookies = new Map<string, string>();
      asked.push(new URL(address).searchParams);
      for (let to = address, steps = 0; steps < 10; steps += 1) {
        if (!to.startsWith(issuer)) return to;
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(to, { redirect: 'manual', headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        to = new URL(location, to).href;
      }
      throw new Error(`the provider redirected more than 10 times, last to ${address}`);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: () => listen(port),
  };
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the tests'] },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  const serve = provider.callback();
  handle = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === made.silentAt) return;
    changeBody(response, (body) => made.change(pathname, body));
    if (!request.url?.startsWith('/interaction/')) return serve(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: made.next } });
  };
  return made;
};
