import { randomBytes } from 'node:crypto';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { BeginTrace, Services } from '../compose.ts';
import type { Principal } from '../services/identity/ports.ts';
import { callerSite } from '../services/rate-windows/caller-site.ts';
import type { ShareCounts } from '../services/rate-windows/ports.ts';
import { Refused } from '../services/refused.ts';
import { serveDocsPage } from './docs-page.ts';
import { installErrorHandling, sendRefusal } from './error-handler.ts';
import { fixedHeaders, installHeaders } from './headers.ts';
import { installHostRules, operatorRules, type SandboxHosts, sandboxRules, workerRule } from './host-rules.ts';
import { hostnameOf } from './hostname.ts';
import { logPath } from './log-path.ts';
import { openApiDocument, withFamilies } from './openapi.ts';
import { makeOverloadGuard } from './overload.ts';
import { iconAddress, isPagePath, type PageNeeds, type SendPage, servePages } from './pages.ts';
import { makeRequestCounts } from './request-counts.ts';
import { serveAccount } from './routes/account.ts';
import { serveActivity } from './routes/activity.ts';
import { serveAddresses } from './routes/addresses.ts';
import { serveAuth } from './routes/auth.ts';
import { serveClosing } from './routes/closing.ts';
import { serveCommands } from './routes/commands.ts';
import { serveConsent } from './routes/consent.ts';
import { serveCoupons } from './routes/coupons.ts';
import { serveCredentials } from './routes/credentials.ts';
import { serveEntitlements } from './routes/entitlements.ts';
import { serveMaintenance } from './routes/maintenance.ts';
import { ownSignInCalls, serveOidc, serveStepUp } from './routes/oidc.ts';
import { serveOperator } from './routes/operator.ts';
import { servePasskeys } from './routes/passkeys.ts';
import { servePaymentAttempts } from './routes/payment-attempts.ts';
import { servePlans } from './routes/plans.ts';
import { serveAuthorizationRequests, serveProvider } from './routes/product-sign-in.ts';
import { servePromotions } from './routes/promotions.ts';
import { serveSandbox } from './routes/sandbox.ts';
import { serveChallenges } from './routes/sandbox-challenge.ts';
import { serveSecondFactor } from './routes/second-factor.ts';
import { serveSubscriptions } from './routes/subscriptions.ts';
import { servePortalLinks, serveVendor } from './routes/vendor.ts';
import { serveWebhooks } from './routes/webhooks.ts';
import { makeServe, originOf } from './serve.ts';
import { installShutdown } from './shutdown.ts';
import { installTraces } from './traces.ts';

/** Release of this server. `npm run build` adds the commit, null outside a clone, and the time (ISO 8601). */
export interface BuildFacts {
  readonly version: string;
  readonly commit?: string | null;
  readonly builtAt?: string;
}

export interface AppNeeds {
  readonly services: Services;
  readonly logger: FastifyBaseLogger;
  /** Receives each answered call. */
  readonly onAnswer?: (call: { method: string; route: string; status: number; seconds: number }) => void;
  /** Begins the span of a request. Missing: no traces are exported. */
  readonly beginTrace?: BeginTrace | undefined;
  /** Logger of the access log. Its lines contain no secrets. */
  readonly accessLog: Pick<FastifyBaseLogger, 'info'>;
  readonly build: BuildFacts;
  /** Host names of the sandbox routes. Null with a real payment gateway, which has none. */
  readonly sandbox: SandboxHosts | null;
  /** Host names of the operator site only. An empty list serves it at every host name. */
  readonly operatorHosts?: readonly string[] | undefined;
  /** True for a server that does background work only. It answers health checks and the payment gateway, and nothing else. */
  readonly isWorkerOnly?: boolean | undefined;
  readonly proxyHops: number;
  readonly limits: RequestLimits;
  /** Exchanges counts of calls with the other servers. If it is missing, each server counts alone. */
  readonly shareCounts?: ShareCounts | undefined;
  /** Limits of a connection that replace the default ones, for tests. */
  readonly connections?: Partial<ConnectionLimits> | undefined;
  readonly pages: PageNeeds | null;
}

/** Limits of calls per minute, and of this process. */
export interface RequestLimits {
  readonly perAddress: number;
  readonly perAccount: number;
  readonly writesPerAccount: number;
  /** Calls of the vendor API by one key, and of each call by one address. */
  readonly perVendorKey: number;
  /** Calls to the OpenID provider by one confidential client, and from one address. */
  readonly perProduct: number;
  /** Lag of the event loop from which calls are refused. */
  readonly eventLoopDelayMs: number;
}

/** Limits of one connection, and of all connections of this process. */
export interface ConnectionLimits {
  /** Time until the last header of a request must have arrived, counted from the first byte or the connection's start. */
  readonly headersMs: number;
  /** Time until the last byte of a request's body must have arrived. */
  readonly requestMs: number;
  /** Open connections of this process. A further one is closed at once. */
  readonly maxConnections: number;
}

/** Default limits. Slow or idle connections cannot use up the server (L6). */
const connectionLimits: ConnectionLimits = { headersMs: 10_000, requestMs: 30_000, maxConnections: 4_096 };

/**
 * Interval at which Node checks for requests that exceed their limit. Its default of 30 s would add up to 30 s to each limit.
 */
const CONNECTIONS_CHECK_MS = 2_000;

/** Limits of one request. A larger one is refused before it is read. */
const BODY_LIMIT_BYTES = 64 * 1024;
const URL_LIMIT = 8 * 1024;
const HEADER_LIMIT_BYTES = 16 * 1024;
const RETRY_SECONDS = 2;

/** Storage of the plugin. All limits share it, because their keys differ. */
const storeOf = (counts: ReturnType<typeof makeRequestCounts>): FastifyRateLimitStoreCtor =>
  class Store {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs: number,
      max: number,
    ): void {
      callback(null, counts.count(key, windowMs, max));
    }

    child(): Store {
      return this;
    }
  };

type Count = (
  request: FastifyRequest,
) => Promise<{ isAllowed: boolean } | { isAllowed: false; isExceeded: boolean; ttlInSeconds: number }>;

/** Account of the call, once it is counted for the account. */
const accountOf = (request: FastifyRequest): string | undefined =>
  (request as FastifyRequest & { principal?: Pick<Principal, 'accountId'> }).principal?.accountId;

const callerOf = (request: FastifyRequest) => ({
  address: originOf(request).address,
  accountId: accountOf(request) ?? null,
});

/** Refuses a call whose key has too many. `isAllowed` is true for keys that are not counted. */
const refuseExcess = async (count: Count, request: FastifyRequest): Promise<void> => {
  const counted = await count(request);
  if (!counted.isAllowed && 'isExceeded' in counted && counted.isExceeded) {
    throw new Refused('RATE_LIMITED', { retryAfterSeconds: counted.ttlInSeconds });
  }
};

/**
 * Counts the requests of a caller's IPv6 site in addition to those of the caller, which the plugin counts by /64. It
 * runs after the plugin. So a caller that is refused does not use up the limit of the site.
 */
const limitSites = (app: FastifyInstance, perAddress: number): void => {
  const siteOf = (request: FastifyRequest) => callerSite(originOf(request).address);
  const count = app.createRateLimit({
    max: (request) => perAddress * (siteOf(request)?.times ?? 1),
    timeWindow: '1 minute',
    keyGenerator: (request) => `site:${siteOf(request)?.block}`,
  }) as Count;
  app.addHook('onRoute', (route) => {
    if (route.config?.rateLimit === false) return;
    const check = async (request: FastifyRequest): Promise<void> => {
      if (siteOf(request)) await refuseExcess(count, request);
    };
    route.onRequest = [...[route.onRequest ?? []].flat(), check];
  });
};

const accountLimits = (app: FastifyInstance, limits: AppNeeds['limits']) => {
  const counter = (max: number, name: string): Count =>
    app.createRateLimit({
      max,
      timeWindow: '1 minute',
      keyGenerator: (request) => `${name}:${accountOf(request) ?? request.ip}`,
    }) as Count;
  const all = counter(limits.perAccount, 'account');
  const vendor = counter(limits.perVendorKey, 'vendor');
  const product = counter(limits.perProduct, 'product');
  const writes = counter(limits.writesPerAccount, 'write');
  return {
    limitAccount: async (
      request: FastifyRequest,
      principal: Pick<Principal, 'accountId'>,
      write: boolean,
    ): Promise<void> => {
      Object.assign(request, { principal });
      await refuseExcess(all, request);
      if (write) await refuseExcess(writes, request);
    },
    limitVendorKey: async (request: FastifyRequest, keyId: string): Promise<void> => {
      Object.assign(request, { principal: { accountId: keyId } });
      await refuseExcess(vendor, request);
    },
    limitProduct: async (request: FastifyRequest, clientId: string): Promise<void> => {
      Object.assign(request, { principal: { accountId: clientId } });
      await refuseExcess(product, request);
    },
  };
};

/** First part of request ids, unique for each start of a server. A ULID for each request took 12 % of the time. */
const bootId = randomBytes(6).toString('hex');
let requests = 0;
/** Id of a request that a proxy has given it. Other forms could break lines of a log, and are not taken. */
const GIVEN_ID = /^[\w-]{8,64}$/;

const newRequestId = (): string => {
  requests += 1;
  return `req_${bootId}${requests.toString(36).padStart(6, '0')}`;
};

/** Builds the server without listening, so that tests call it in process. */
export const buildApp = async (needs: AppNeeds): Promise<FastifyInstance> => {
  const { services } = needs;
  const { headersMs, requestMs, maxConnections } = { ...connectionLimits, ...needs.connections };
  const app = Fastify({
    loggerInstance: needs.logger,
    // Responses are logged below, in one line and without the query.
    logController: new LogController({ disableRequestLogging: true }),
    // No logger per request: each log call adds the id of the request.
    childLoggerFactory: (logger) => logger,
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return needs.proxyHops > 0 && typeof given === 'string' && GIVEN_ID.test(given) ? given : newRequestId();
    },
    requestIdHeader: false,
    trustProxy: (_address: string, hop: number) => hop < needs.proxyHops,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestMs,
    keepAliveTimeout: 65_000,
    connectionTimeout: 0,
    routerOptions: { maxParamLength: 500 },
    http: {
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: headersMs,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    forceCloseConnections: 'idle',
    // Serves calls on open connections while the server stops.
    return503OnClosing: false,
    // Requests that the router refuses before any hook runs, for example with a broken percent-encoding. For the path
    // of a page the response is the portal's page, which shows that it does not exist.
    frameworkErrors: (error, request, reply) => {
      for (const [name, value] of fixedHeaders) reply.header(name, value);
      // Fastify catches no error of this function, and an uncaught one would end the process.
      try {
        if (sendPortal && isPagePath(request)) return sendPortal(request, reply);
      } catch (fault) {
        request.log.error({ err: fault, requestId: request.id }, 'sending the page for a malformed URL failed');
      }
      // a path parameter that is longer than any valid one
      const type = error.statusCode === 414 ? 'NOT_FOUND' : 'INVALID_REQUEST';
      return sendRefusal(new Refused(type), request, reply);
    },
  });
  app.server.maxConnections = maxConnections;
  let sendPortal: SendPage | null = null;
  app.removeContentTypeParser('text/plain');
  // A call without a body may name its content type: many HTTP clients always send it.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );
  installHeaders(app);
  installErrorHandling(app);
  installShutdown(app);
  if (needs.beginTrace) installTraces(app, needs.beginTrace, needs.proxyHops > 0);

  app.addHook('onRequest', async (request) => {
    // A caller that has disconnected has no address any more. It gets no response, and no limit could count the call.
    if (!request.ip) throw new Refused('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    if (request.url.length > URL_LIMIT) throw new Refused('INVALID_REQUEST');
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') throw new Refused('UNSUPPORTED_MEDIA_TYPE');
  });
  // One line for each response. It has the pattern of the address, because the address may hold a token (INV-17). With
  // 403 and 429 it also has the caller, so that attacks can be traced.
  app.addHook('onResponse', async (request, reply) => {
    needs.accessLog.info(
      {
        requestId: request.id,
        method: request.method,
        path: logPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(reply.statusCode === 403 || reply.statusCode === 429 ? callerOf(request) : {}),
      },
      'request answered',
    );
    needs.onAnswer?.({
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });

  await app.register(underPressure, makeOverloadGuard(needs.limits.eventLoopDelayMs));
  const counts = makeRequestCounts({
    share: needs.shareCounts ?? null,
    onFault: (error) =>
      app.log.warn({ err: error }, 'calls are counted by this server alone, because the exchange failed'),
    now: Date.now,
  });
  app.addHook('onClose', async () => counts.stop());
  await app.register(rateLimit, {
    max: needs.limits.perAddress,
    timeWindow: '1 minute',
    store: storeOf(counts),
    // A page has about thirty files, and many visitors may share one address. If files counted, the tenth visitor in a
    // minute would get an incomplete page.
    allowList: (request) => request.url.startsWith('/assets/'),
    // Callers need the headers only when the limit is exceeded, and three headers make each response larger.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, context) =>
      new Refused('RATE_LIMITED', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
  });

  limitSites(app, needs.limits.perAddress);
  installHostRules(app, [
    ...(needs.isWorkerOnly ? [workerRule] : []),
    ...(needs.sandbox ? sandboxRules(needs.sandbox) : []),
    ...operatorRules(needs.operatorHosts ?? []),
  ]);

  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'alive' }));
  app.get('/readyz', { config: { rateLimit: false } }, async (request, reply) => {
    const unavailable = new Refused('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    // Sent instead of thrown. A thrown refusal is logged as a warning, but a stop is no fault.
    if (app.shutdown.isStopping) return sendRefusal(unavailable, request, reply);
    const isReady = await services.ready();
    if (app.shutdown.isStopping) return sendRefusal(unavailable, request, reply); // since the question was asked
    if (!isReady) throw unavailable;
    return { status: 'ready' };
  });
  app.get('/version', async () => needs.build);
  const document = openApiDocument(needs.build.version, needs.sandbox !== null);
  app.get('/api/openapi.json', async () => withFamilies(document, services.familyKeys()));
  serveDocsPage(app, needs.sandbox !== null);

  const { limitProduct, ...limiters } = accountLimits(app, needs.limits);
  const serve = makeServe(app, {
    withRequestDeadline: services.withRequestDeadline,
    authenticate: services.authenticate,
    authenticateOperator: services.operator.authenticate,
    ...limiters,
    authenticateVendorKey: services.vendor.authenticate,
    vendorCallsPerAddress: needs.limits.perVendorKey,
    runOnce: services.runOnce,
    runOperatorOnce: services.runOperatorOnce,
    runVendorOnce: services.runVendorOnce,
    sandbox: needs.sandbox !== null,
    withheld: new Set(services.oidc ? ownSignInCalls : []),
  });
  if (services.oidc) serveOidc(app, services.oidc);
  if (services.productSignIn)
    await serveProvider(app, services.productSignIn, services, { limitProduct, perProduct: needs.limits.perProduct });
  serveAuthorizationRequests(serve, services.productSignIn);
  serveAuth(serve, services);
  serveSecondFactor(serve, services);
  serveCredentials(serve, services);
  serveStepUp(serve, services.oidc);
  serveActivity(serve, services);
  serveAddresses(serve, services);
  serveConsent(serve, services);
  serveClosing(serve, services);
  servePasskeys(serve, services);
  serveAccount(serve, services);
  serveCommands(serve, services);
  servePlans(serve, services);
  serveSubscriptions(serve, services);
  serveMaintenance(serve, services);
  serveEntitlements(serve, services);
  serveCoupons(serve, services);
  servePromotions(serve, services);
  servePaymentAttempts(serve, services);
  serveOperator(serve, services.operator);
  serveVendor(serve, services.vendor);
  servePortalLinks(serve, services.vendor);
  await serveWebhooks(app, services);
  if (needs.sandbox) {
    serveSandbox(app, serve, services);
    const { pages } = needs;
    await serveChallenges(app, services, (request) => {
      const icon = pages?.icons.get(pages.brandOf(hostnameOf(request)));
      return icon === undefined ? null : iconAddress(icon);
    });
  }
  if (needs.pages && !needs.isWorkerOnly)
    sendPortal = await servePages(app, { ...needs.pages, operatorHosts: needs.operatorHosts });
  else {
    app.setNotFoundHandler(() => {
      throw new Refused('NOT_FOUND');
    });
  }
  return app;
};
