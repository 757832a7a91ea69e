import { createHash } from 'node:crypto';
import type { RouteName } from '@foyer/contract/api/routes';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../compose.ts';
import { html, Markup } from '../../services/mail/html.ts';
import { destinationOf, markIn } from '../../services/oidc/destination.ts';
import { SignInRefused } from '../../services/oidc/ports.ts';
import { Refused } from '../../services/refused.ts';
import { hostnameOf } from '../hostname.ts';
import { Answer, originOf, type Serve } from '../serve.ts';
import { oidcWords } from './oidc-words.ts';

type OidcServices = NonNullable<Services['oidc']>;

/**
 * Routes that are disabled when an external OpenID provider is configured: registration, passwords and built-in
 * sign-in.
 */
export const ownSignInCalls = [
  'POST /api/auth/users',
  'POST /api/auth/users/verification-links',
  'POST /api/auth/sessions',
  'POST /api/auth/authorization-codes',
  'POST /api/auth/passkey-options',
  'POST /api/auth/passkey-sessions',
  'POST /api/auth/password-resets',
  'PUT /api/auth/password-resets',
  'PUT /api/auth/password-resets/:token',
  'POST /api/auth/me/change-password',
] as const satisfies readonly RouteName[];

const START = '/api/auth/oidc/start';
const SIGN_IN_SECONDS = 600;
const DEVICE_SECONDS = 400 * 24 * 3600;

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 Inter,system-ui,sans-serif}body{margin:0;padding:64px 16px}main{max-width:480px;margin:0 auto}h1{font-size:24px}';
const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

/** Text for the customer. It does not say what was wrong with the response of the provider. */
const wordsOf = ({ type, detail }: Refused, words: (typeof oidcWords)[Language]): string => {
  if (type === 'INVALID_EMAIL') return words.unconfirmed;
  if (type === 'INVALID_USER') return words.known;
  if (type === 'UNAVAILABLE') return words.unreachable;
  if (detail.code === 'somebody_else') return words.somebodyElse;
  if (detail.code === 'network') return words.network;
  return words.expired;
};

const HOME = '/';

/** Address of a new try with the same destination (SE-04). */
const againAt = (destination: string): string =>
  `${START}?${new URLSearchParams({ reason: 'retry', ...(destination === HOME ? {} : { to: destination }) })}`;

const refusalPage = (refused: Refused, language: Language, destination: string): string => {
  const words = oidcWords[language];
  return html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title><style>${new Markup(STYLE)}</style></head><body><main><h1>${words.title}</h1>
<p>${wordsOf(refused, words)}</p><p><a href="${againAt(destination)}">${words.again}</a></p></main></body></html>`
    .value;
};

const cookieOf = (request: FastifyRequest, name: string): string | undefined =>
  request.headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const SIGN_IN_COOKIE = 'foyer-oidc';
const DEVICE_COOKIE = 'foyer-device';

const prefixOf = (secure: boolean): string => (secure ? '__Host-' : '');

const cookieSetter =
  (secure: boolean) =>
  (name: string, value: string, seconds: number): string =>
    `${prefixOf(secure)}${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

const parameter = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Serves the two addresses that a browser visits to sign in at an external provider (SE-11). They answer with
 * redirects, and with a page after a failure. The contract describes JSON only, so they are not part of it.
 */
export const serveOidc = (app: FastifyInstance, { start, finish, secureCookies }: OidcServices): void => {
  const prefix = prefixOf(secureCookies);
  const setCookie = cookieSetter(secureCookies);

  const orPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    destination: string,
    work: () => Promise<FastifyReply>,
  ) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.type === 'UNAVAILABLE')
        request.log.warn(
          { requestId: request.id },
          'sign-in failed: the OpenID provider or the database does not answer',
        );
      if (error.detail.retryAfterSeconds !== undefined) reply.header('retry-after', error.detail.retryAfterSeconds);
      const whither = error instanceof SignInRefused ? error.destination : destination;
      return reply
        .code(error.status)
        .header('content-security-policy', CSP)
        .type('text/html; charset=utf-8')
        .send(refusalPage(error, originOf(request).language, whither));
    }
  };

  app.get<{ Querystring: Record<string, unknown> }>(START, (request, reply) => {
    const { to, return: back, reason, mark } = request.query;
    const destination = destinationOf({ to: parameter(to), back: parameter(back) });
    return orPage(request, reply, destination, async () => {
      // After a sign-out, a provider that remembers the customer must ask for the password.
      const { address, browserToken } = await start({
        destination,
        prompt: reason === undefined ? 'remembered' : 'again',
        hostname: hostnameOf(request),
        sessionId: null,
      });
      const left = markIn(parameter(mark));
      const tied = left ? `${browserToken}~${left}` : browserToken;
      return reply.header('set-cookie', setCookie(SIGN_IN_COOKIE, tied, SIGN_IN_SECONDS)).redirect(address);
    });
  });
  app.get('/api/auth/oidc/callback', (request, reply) =>
    orPage(request, reply, HOME, async () => {
      const [browserToken, mark] = cookieOf(request, prefix + SIGN_IN_COOKIE)?.split('~') ?? [];
      const callback = {
        query: request.url.slice(request.url.indexOf('?') + 1),
        hostname: hostnameOf(request),
        browserToken,
        mark: markIn(mark),
        device: cookieOf(request, prefix + DEVICE_COOKIE),
      };
      const { address, device } = await finish(callback, originOf(request));
      const done = setCookie(SIGN_IN_COOKIE, '', 0);
      return reply
        .header('set-cookie', device === null ? [done] : [done, setCookie(DEVICE_COOKIE, device, DEVICE_SECONDS)])
        .redirect(address);
    }),
  );
};

/**
 * Returns the address where a customer confirms the identity again (SC-02). The cookie binds the sign-in to this
 * browser. A successful sign-in confirms the session of this call.
 */
export const serveStepUp = (serve: Serve, oidc: OidcServices | null): void =>
  serve('POST /api/auth/me/step-up', async ({ body }, { principal, hostname }) => {
    if (!oidc) return { address: null };
    const { address, browserToken } = await oidc.start({
      destination: destinationOf({ to: body.to, back: undefined }),
      prompt: 'fresh',
      hostname,
      sessionId: principal.sessionId,
    });
    const cookie = cookieSetter(oidc.secureCookies)(SIGN_IN_COOKIE, browserToken, SIGN_IN_SECONDS);
    return new Answer(200, { address }, { 'set-cookie': cookie });
  });
