import type { PortalConfig } from '@foyer/contract/api/portal-config';

/**
 * Makes our own site's return address the sign-in route of the portal, because any other path would send the token to
 * the server and keep it in the address (INV-17). The requested path becomes the destination after the sign-in.
 */
const intakeFor = (url: URL, fallback: URL): URL => {
  if (url.pathname === '/' && /^#\/(signin|login)([/?]|$)/.test(url.hash)) return url;
  const wanted = url.hash.startsWith('#/') ? url.hash.slice(1) : url.pathname + url.search;
  if (wanted === '/' || !/^\/(?![/\\])/.test(wanted)) return fallback;
  return new URL(`/#/signin?to=${encodeURIComponent(wanted)}`, location.origin);
};

/** PKCE challenge that the client sent with the user (RFC 7636); null without one. The method must be `S256`. */
export const codeChallengeIn = (query: URLSearchParams): string | null => {
  const challenge = query.get('code_challenge');
  const isS256 = query.get('code_challenge_method') === 'S256';
  return challenge && isS256 && /^[A-Za-z0-9_-]{43}$/.test(challenge) ? challenge : null;
};

/**
 * Address to which the sign-in returns: the portal of this site, or an address that a client has registered, compared as a
 * whole (SE-11, L4). A client must send a challenge (ASVS 10.4.6). Any other address is replaced by the portal's sign-in
 * route.
 */
export const returnAddress = (
  wanted: string | null,
  clients: PortalConfig['clients'],
  codeChallenge: string | null,
): URL => {
  const fallback = new URL('/#/signin', location.origin);
  const url = wanted ? URL.parse(wanted) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return fallback;
  if (url.origin === location.origin) return intakeFor(url, fallback);
  const isRegistered = Object.values(clients).some((client) => client.signInAddresses?.includes(url.href));
  return isRegistered && codeChallenge ? url : fallback;
};

/** Adds the code to the address of a client, after `#`, which no server or log receives (INV-17). */
export const withCode = (address: URL, code: string): string => {
  const url = new URL(address);
  url.hash = `${new URLSearchParams({ code })}`;
  return url.href;
};

/** Adds the token to the route of the portal, after `#`, which no server or log receives (INV-17). */
export const withToken = (address: URL, token: string): string => {
  const url = new URL(address);
  const [path = '', query = ''] = url.hash.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('token', token);
  url.hash = `${path}?${parameters}`;
  return url.href;
};

/** Path of the portal in a return address, if it has one. */
export const destinationIn = (address: URL): string | null => {
  const query = address.hash.split('?', 2)[1];
  return query ? new URLSearchParams(query).get('to') : null;
};
