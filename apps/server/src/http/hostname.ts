import type { IncomingHttpHeaders } from 'node:http';

/** Returns the host name of a `Host` header in lower case, without its port. */
export const withoutPort = (host: string): string => host.replace(/:\d+$/, '').toLowerCase();

/**
 * Host name that the caller asked for. It is that of `Host` alone: a proxy that does not know `X-Forwarded-Host` passes it
 * on as the caller wrote it, and Fastify's `request.hostname` believes it behind a proxy.
 */
export const hostnameOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): string =>
  withoutPort(headers.host ?? '');
