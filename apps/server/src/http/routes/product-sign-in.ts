import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../../compose.ts';
import { callerNetwork } from '../../services/rate-windows/caller-site.ts';
import { Refused } from '../../services/refused.ts';
import { fixedHeaders } from '../headers.ts';
import { hostnameOf } from '../hostname.ts';
import { OPENID_CSP } from '../openid-error-page.ts';
import type { Serve } from '../serve.ts';

type ProductSignIn = NonNullable<Services['productSignIn']>;

/** Published documents. They alone answer HEAD: at the other addresses a GET begins or ends something. */
const DOCUMENTS = /^\/openid\/(\.well-known\/[\w-]+|jwks)(\?|$)/;

interface ProviderLimits {
  /** Counts a call of a client that has proved its secret. Throws RATE_LIMITED when it has made too many. */
  readonly limitProduct: (request: FastifyRequest, clientId: string) => Promise<void>;
  /** Calls per minute from one address. */
  readonly perProduct: number;
}

/**
 * Serves the OpenID provider for the vendor's products at `/openid` of each host. The library reads the body and writes
 * the answer itself. These routes are those of the standards, so the contract does not describe them.
 */
export const serveProvider = async (
  app: FastifyInstance,
  { providerOf }: ProductSignIn,
  services: Pick<Services, 'withRequestDeadline'>,
  { limitProduct, perProduct }: ProviderLimits,
): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route({
      method: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      url: '/openid/*',
      exposeHeadRoute: false,
      // A product's server calls for many customers from one address, so these calls are counted apart.
      config: {
        rateLimit: {
          max: perProduct,
          timeWindow: '1 minute',
          keyGenerator: ({ ip }: FastifyRequest) => `product-address:${callerNetwork(ip)}`,
        },
      },
      handler: async (request, reply) => {
        if (request.method === 'HEAD' && !DOCUMENTS.test(request.url)) return reply.callNotFound();
        const { handle } = await services.withRequestDeadline(() => providerOf(hostnameOf(request)));
        reply.hijack();
        for (const [name, value] of fixedHeaders) reply.raw.setHeader(name, value);
        reply.raw.setHeader('content-security-policy', OPENID_CSP);
        await services.withRequestDeadline(() =>
          handle(request.raw, reply.raw, (clientId) => limitProduct(request, clientId)),
        );
      },
    });
    // The browser comes here from a product. The page of the portal answers with the session that this browser has.
    scope.get<{ Params: { request: string } }>('/api/auth/authorization-requests/:request', (request, reply) =>
      reply.redirect(`/#/connect/${encodeURIComponent(request.params.request)}`, 303),
    );
  });
};

/** Serves the calls of pages about products: sign-in, sign-out, and the list of those with access. */
export const serveAuthorizationRequests = (serve: Serve, productSignIn: ProductSignIn | null): void => {
  serve(
    'POST /api/auth/authorization-requests/:request',
    async ({ params, body }, { principal, hostname, cookies, origin: { language } }) => {
      if (!productSignIn) throw new Refused('NOT_FOUND');
      return productSignIn.answerRequest(
        { ...principal, language },
        { id: params.request, hostname, cookies },
        body.consent,
      );
    },
  );
  serve('POST /api/auth/device-requests', async ({ body }, { principal, hostname, origin }) => {
    if (!productSignIn) throw new Refused('NOT_FOUND');
    return productSignIn.answerDevice(
      { ...principal, language: origin.language },
      hostname,
      { userCode: body.userCode, consent: body.consent },
      origin,
    );
  });
  serve('GET /api/auth/me/security/products', async (_request, { principal, origin: { language } }) => ({
    products: productSignIn ? await productSignIn.listProducts({ ...principal, language }) : [],
  }));
  serve('DELETE /api/auth/me/security/products/:id', async ({ params }, { principal, origin }) => {
    if (!productSignIn) throw new Refused('NOT_FOUND');
    await productSignIn.endProductAccess(principal, params.id, origin);
  });
  serve(
    'POST /api/auth/sessions/sign-out-requests/:request',
    async ({ params, body }, { hostname, origin: { language } }) => {
      if (!productSignIn) throw new Refused('NOT_FOUND');
      return productSignIn.readSignOut(params.request, { hostname, sessionId: body.sessionId ?? null, language });
    },
  );
};
