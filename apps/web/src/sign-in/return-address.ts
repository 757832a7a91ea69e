import type { PortalConfig } from '@foyer/contract/api/portal-config';

/**
 * On our own site the token goes to the portal's intake and nowhere else: any other path would carry it to the server and
 * leave it in the address (INV-17). A path that was named becomes the destination after the intake.
 */
const intakeFor = (url: URL, fallback: URL): URL => {
  if (url.pathname === '/' && /^#\/(signin|login)([/?]|$)/.test(url.hash)) return url;
  const wanted = url.hash.startsWith('#/') ? url.hash.slice(1) : url.pathname + url.search;
  if (wanted === '/' || !/^\/(?![/\\])/.test(wanted)) return fallback;
  return new URL(`/#/signin?to=${encodeURIComponent(wanted)}`, location.origin);
};

/**
 * Challenge of PKCE that the client sent with its visitor (RFC 7636); null without one. `S256` is the only method, and has to
 * be named.
 */
export const codeChallengeIn = (query: URLSearchParams): string | null => {
  const challenge = query.get('code_challenge');
  const isS256 = query.get('code_challenge_method') === 'S256';
  return challenge && isS256 && /^[A-Za-z0-9_-]{43}$/.test(challenge) ? challenge : null;
};

/**
 * Address that a sign-in goes back to: this site's own portal, or an address that a client has registered, compared as a whole
 * (SE-11, L4). A client has to send a challenge (ASVS 10.4.6). Anything else is replaced by the portal's own sign-in route.
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

/** The address of a client with its code: in the part after `#`, which no server and no log ever sees (INV-17). */
export const withCode = (address: URL, code: string): string => {
  const url = new URL(address);
  url.hash = `${new URLSearchParams({ code })}`;
  return url.href;
};

/** The route of the portal with the token: in the part after `#`, which no server and no log ever sees (INV-17). */
export const withToken = (address: URL, token: string): string => {
  const url = new URL(address);
  const [path = '', query = ''] = url.hash.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('token', token);
  url.hash = `${path}?${parameters}`;
  return url.href;
};

/** The portal's path to which the visitor goes back, if the address names one. */
export const destinationIn = (address: URL): string | null => {
  const query = address.hash.split('?', 2)[1];
  return query ? new URLSearchParams(query).get('to') : null;
};
