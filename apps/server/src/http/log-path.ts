import type { FastifyRequest } from 'fastify';

/** Maximum length of ids and file names. Tokens in a path are longer. */
const MAX_SEGMENT = 40;

/** Pages of the portal whose path holds the secret of a mail or a voucher. Their codes can be short. */
const secretPages = /^(\/(?:cea|promotions)\/).+/;

/** Removes secrets from a path. */
const hideSecrets = (path: string): string =>
  path
    .replace(secretPages, '$1:hidden')
    .split('/')
    .map((segment) => (segment.length > MAX_SEGMENT ? ':hidden' : segment))
    .join('/');

/**
 * Path for the access log. An API call is logged by its pattern, because its path may hold the secret of a link
 * (INV-17, INV-22). Other paths are logged without their query, and without parts that are as long as a token. `url` would
 * lack the `/openid` that calls to the OpenID provider have, because the provider sees its paths without it.
 */
export const logPath = (request: Pick<FastifyRequest, 'originalUrl' | 'routeOptions'>): string => {
  const pattern = request.routeOptions.url;
  const path = request.originalUrl.split('?')[0] ?? '';
  if (pattern?.startsWith('/api/') || pattern?.startsWith('/vendor/')) return pattern;
  // the path of a mistyped API call may hold the same secret
  return path.startsWith('/api/') ? '/api/:unknown' : hideSecrets(path);
};
