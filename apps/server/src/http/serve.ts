import { isIP } from 'node:net';
import { OPERATOR_TOKEN_HEADER } from '@foyer/contract/api/operator';
import type { Route } from '@foyer/contract/api/route';
import {
  type Request as CallRequest,
  type Reply,
  type ReplyStatus,
  type RouteName,
  routes,
} from '@foyer/contract/api/routes';
import { idempotencyKey } from '@foyer/contract/api/text';
import { languages } from '@foyer/contract/vocabulary/languages';
import { mayCall, mayCallBeforeOwnPassword, type OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { IdempotencyClaim } from '../services/billing/ports.ts';
import type { KeyedCall, StoredAnswer } from '../services/idempotency/ports.ts';
import { hashBody, type makeRunOnce } from '../services/idempotency/run-once.ts';
import type { Origin, Principal } from '../services/identity/ports.ts';
import type { OperatorPrincipal } from '../services/operator/auth-ports.ts';
import { callerNetwork } from '../services/rate-windows/caller-site.ts';
import { Refused } from '../services/refused.ts';
import { requireScope } from '../services/vendor/authenticate-key.ts';
import type { ListedVendorKey } from '../services/vendor/ports.ts';
import { asStoredRefusal } from './error-handler.ts';
import { hostnameOf } from './hostname.ts';
import { serializerFor, storedSerializerFor } from './json-schema.ts';
import { chosenLanguage, languageOf } from './language.ts';
import { viewCalls } from './view-calls.ts';

/** Caller, and the parts of a request that the contract does not describe. */
export interface CallContext {
  readonly accessToken: string | undefined;
  readonly origin: Origin;
  /** Host name of the call, without the port. */
  readonly hostname: string;
  /** Header `Cookie` of the call. */
  readonly cookies: string | undefined;
  readonly claim: IdempotencyClaim | null;
  /** Counts the call for the account. Only for handlers that find the session themselves. */
  readonly countFor: (principal: Principal) => Promise<void>;
}

export type SignedIn = CallContext & { readonly principal: Principal };

/** Context of a call with `optional` access. The principal is null without a token and with an expired one. */
export type PerhapsSignedIn = CallContext & { readonly principal: Principal | null };

/** Context of a call by an operator whose roles allow it. */
export type OperatorContext = CallContext & {
  readonly operator: OperatorPrincipal;
  /** `Idempotency-Key`, if the route accepts one. The record of the command is unique by it. */
  readonly requestKey: string | null;
};

/** Context of a call with a vendor key whose scopes allow it. */
export type VendorContext = CallContext & {
  readonly vendorKey: ListedVendorKey;
  /** Header `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
  /** `Idempotency-Key`, if the route accepts one. */
  readonly requestKey: string | null;
};

interface ContextOf {
  public: CallContext;
  session: SignedIn;
  optional: PerhapsSignedIn;
  operator: OperatorContext;
  vendor: VendorContext;
}

type Context<Name extends RouteName> = ContextOf[(typeof routes)[Name]['access']];

/** Reply with its status and headers. */
export class Answer<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  /** Headers in addition to those of every response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: Status, body: Body, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type AnswerOf<Name extends RouteName> = {
  [Status in ReplyStatus<Name>]: Answer<Status, Reply<Name, Status>>;
}[ReplyStatus<Name>];

/** `Status` itself if it is one status; `never` for a union. */
type OnlyStatus<Status, All = Status> = Status extends unknown ? ([All] extends [Status] ? Status : never) : never;

/** Result of a handler: an answer, or only its body if the route has one status. */
type Result<Name extends RouteName> = [OnlyStatus<ReplyStatus<Name>>] extends [never]
  ? Promise<AnswerOf<Name>>
  : Reply<Name> extends undefined
    ? Promise<void>
    : Promise<Reply<Name> | AnswerOf<Name>>;

export interface ServeNeeds {
  /** Runs one call with a shared limit for its waits on the database. */
  readonly withRequestDeadline: <T>(run: () => Promise<T>) => Promise<T>;
  readonly authenticate: (accessToken: string | undefined) => Promise<Principal>;
  readonly authenticateOperator: (token: string | undefined) => Promise<OperatorPrincipal>;
  readonly limitAccount: (
    request: FastifyRequest,
    principal: { readonly accountId: string },
    write: boolean,
  ) => Promise<void>;
  /** Reads the header `Authorization` of a call of the vendor API. */
  readonly authenticateVendorKey: (authorization: string | undefined) => Promise<ListedVendorKey>;
  readonly limitVendorKey: (request: FastifyRequest, keyId: string) => Promise<void>;
  /** Requests per minute from one address to the vendor API. Those of customers are counted apart. */
  readonly vendorCallsPerAddress: number;
  readonly runOnce: ReturnType<typeof makeRunOnce>;
  /** Runs operator calls once per key. */
  readonly runOperatorOnce: ReturnType<typeof makeRunOnce>;
  /** Runs calls of the vendor API once per key. */
  readonly runVendorOnce: ReturnType<typeof makeRunOnce>;
  readonly sandbox: boolean;
  /** Calls that this server does not serve. They answer as if they did not exist. */
  readonly withheld: ReadonlySet<RouteName>;
}

export interface ServeOptions<Name extends RouteName> {
  /** Returns the response to a repeated call whose first run died, from the rows of that run. */
  readonly fromSubject?: (subject: string, context: SignedIn) => Result<Name>;
  /** True if the handler reads the session in its own statement and counts the call for the account. */
  readonly authenticatesItself?: boolean;
}

type Handler<Name extends RouteName> = (request: CallRequest<Name>, context: Context<Name>) => Result<Name>;

/** Word for a member of a body or query. */
type Member = 'field' | 'parameter';

/** Longest name of an unknown member that a refusal repeats, in code points. */
const SHOWN_NAME_MAX = 64;

/** Returns the refusal of a problem that a schema found. It names the field. */
const refusalOf = (issue: z.core.$ZodIssue | undefined, noun: Member): Refused => {
  if (issue?.code !== 'unrecognized_keys')
    return new Refused('INVALID_REQUEST', { field: issue?.path.join('.') || null });
  const path = [...issue.path, issue.keys[0] ?? ''].join('.');
  const field = [...path].slice(0, SHOWN_NAME_MAX).join('');
  return new Refused('INVALID_REQUEST', { field, message: `This call has no ${noun} ${field}.` });
};

const parse = (schema: z.ZodMiniType | undefined, value: unknown, noun: Member = 'field'): unknown => {
  if (!schema) return undefined;
  // A missing body counts as an empty object; `null` is a body that no call accepts.
  const parsed = schema.safeParse(value === undefined ? {} : value);
  if (parsed.success) return parsed.data;
  throw refusalOf(parsed.error.issues[0], noun);
};

/** Query of a vendor call that has no parameters. */
const noQuery = z.strictObject({});

const accessTokenOf = (request: FastifyRequest): string | undefined => {
  const own = request.headers['x-is-at'];
  if (typeof own === 'string') return own;
  const bearer = request.headers.authorization;
  return bearer?.startsWith('Bearer ') ? bearer.slice('Bearer '.length) : undefined;
};

const OPERATOR_TOKEN = OPERATOR_TOKEN_HEADER.toLowerCase();

/**
 * Reads the token from the header of operators. So a customer's token is never taken for an operator's, or the reverse
 * (OP-01).
 */
const operatorTokenOf = (request: FastifyRequest): string | undefined => {
  const own = request.headers[OPERATOR_TOKEN];
  return typeof own === 'string' ? own : undefined;
};

const keyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  const parsed = idempotencyKey.safeParse(key);
  if (!parsed.success) throw new Refused('INVALID_REQUEST', { field: 'Idempotency-Key' });
  return parsed.data;
};

/**
 * Address of the caller as the connection or the trusted proxies report it; null when that is no address, because a
 * forwarded header may hold anything. The zone of a link-local address (`fe80::1%eth0`) is cut: it names a network
 * interface of this machine, and the database takes no address that has one.
 */
const callerAddressOf = ({ ip }: FastifyRequest): string | null => {
  const [address = ''] = ip.split('%');
  return isIP(address) === 0 ? null : address;
};

/** Returns the origin of a call. The address comes from the trusted proxies, never from a header that the caller wrote. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: callerAddressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  requestId: request.id,
  language: languageOf(request.headers, languages),
  languageChosen: chosenLanguage(request.headers, languages) !== null,
});

/** Returns the caller of a route with optional access. An expired token counts as none. */
const optionalPrincipal = async (
  authenticate: ServeNeeds['authenticate'],
  accessToken: string | undefined,
): Promise<Principal | null> => {
  try {
    return accessToken === undefined ? null : await authenticate(accessToken);
  } catch (error) {
    if (error instanceof Refused && (error.type === 'UNAUTHORIZED' || error.type === 'INVALID_TOKEN')) return null;
    throw error;
  }
};

/** Splits `POST /api/x/:id` into method and path. */
const split = (name: string): [method: string, url: string] => {
  const space = name.indexOf(' ');
  return [name.slice(0, space), name.slice(space + 1)];
};

/**
 * Refuses GET calls that a browser makes for a link, frame, image or another site, by their `Sec-Fetch` headers. These must
 * not change anything (ASVS 3.5.3). Other programs send no such headers.
 */
const refuseUnlessFetchedBySite = async ({ headers }: FastifyRequest): Promise<void> => {
  const { 'sec-fetch-site': site = 'same-origin', 'sec-fetch-dest': destination = 'empty' } = headers;
  if (site !== 'same-origin' || destination !== 'empty') throw new Refused('FORBIDDEN');
};

/**
 * Serves one call of the contract. It checks the request against its schemas, the session and the limits. It runs the use
 * case, once per key if the route has one, and sends only declared members. A handler returns the body if its route has one
 * status, otherwise an `Answer`.
 */
export const makeServe =
  (app: FastifyInstance, needs: ServeNeeds) =>
  <Name extends RouteName>(name: Name, handler: Handler<Name>, options: ServeOptions<Name> = {}): void => {
    const route: Route = routes[name];
    if ((route.sandboxOnly && !needs.sandbox) || needs.withheld.has(name)) return;
    const [method, url] = split(name);
    const firstStatus = Number(Object.keys(route.replies)[0]);
    const answerOf = (result: unknown): Answer<number, unknown> =>
      result instanceof Answer ? result : new Answer(firstStatus, result);
    const serializers = new Map(
      Object.entries(route.replies).flatMap(([status, schema]) =>
        schema && !route.produces ? [[Number(status), serializerFor(schema)]] : [],
      ),
    );

    const send = (
      reply: FastifyReply,
      { status, body, headers }: Answer<number, unknown>,
      serializer = serializers.get(status),
    ): FastifyReply => {
      reply.code(status).headers(headers);
      if (route.produces) return reply.type(route.produces).send(body);
      if (!serializer) return reply.send();
      return reply.type('application/json; charset=utf-8').serializer(serializer).send(body);
    };

    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const accessToken = accessTokenOf(request);
      const signedIn = route.access === 'session' && !options.authenticatesItself;
      const principal = signedIn
        ? await needs.authenticate(accessToken)
        : route.access === 'optional'
          ? await optionalPrincipal(needs.authenticate, accessToken)
          : null;
      const isWrite = route.limit !== 'read';
      // A read-only view counts for the limit of its operator, and the log names the operator.
      const countFor = (caller: Principal) =>
        needs.limitAccount(request, caller.viewedBy === undefined ? caller : { accountId: caller.viewedBy }, isWrite);
      if (principal) await countFor(principal);
      if (principal?.viewedBy !== undefined && !viewCalls.has(name))
        throw new Refused('FORBIDDEN', { code: 'read_only' });
      const operator = route.access === 'operator' ? await needs.authenticateOperator(operatorTokenOf(request)) : null;
      if (operator) {
        await needs.limitAccount(request, { accountId: operator.operatorId }, isWrite);
        // After the count, which sets the caller, so that the log names an operator who lacks the role.
        if (!mayCall(operator.roles, name as OperatorCall)) {
          throw new Refused('FORBIDDEN', { code: 'role_missing', message: 'None of your roles may do this.' });
        }
        if (operator.mustChangePassword && !mayCallBeforeOwnPassword(name as OperatorCall)) {
          throw new Refused('FORBIDDEN', { code: 'password_change_required', message: 'Set a new password first.' });
        }
      }
      const vendorKey =
        route.access === 'vendor' ? await needs.authenticateVendorKey(request.headers.authorization) : null;
      if (vendorKey) {
        await needs.limitVendorKey(request, vendorKey.id);
        requireScope(vendorKey, route.scope);
      }
      const call = {
        params: parse(route.params, request.params),
        query: parse(route.query ?? (vendorKey ? noQuery : undefined), request.query, 'parameter'),
        body: parse(route.body, request.body),
      } as CallRequest<Name>;
      const key = route.idempotent && (principal || operator || vendorKey) ? keyOf(request) : null;
      const claim = key !== null && principal ? { accountId: principal.accountId, key } : null;
      const context = {
        accessToken,
        origin: originOf(request),
        hostname: hostnameOf(request),
        cookies: request.headers.cookie,
        claim,
        countFor,
        ...(principal || route.access === 'optional' ? { principal } : {}),
        ...(operator ? { operator, requestKey: key } : {}),
        ...(vendorKey ? { vendorKey, requestKey: key, ifNoneMatch: request.headers['if-none-match'] } : {}),
      } as Context<Name>;
      const owner = principal?.accountId ?? operator?.operatorId ?? vendorKey?.id;
      if (key === null || owner === undefined || route.idempotent === 'unkept')
        return send(reply, answerOf(await handler(call, context)));

      const keyed: KeyedCall = {
        owner,
        key,
        method,
        path: request.url.split('?')[0] ?? '',
        bodyHash: hashBody(call.body),
      };
      let isRepeated = true;
      const asStored = (result: unknown): StoredAnswer => {
        isRepeated = false;
        const { status, body } = answerOf(result);
        return { statusCode: status, response: body };
      };
      const runOnce = operator ? needs.runOperatorOnce : vendorKey ? needs.runVendorOnce : needs.runOnce;
      const answer = await runOnce(
        keyed,
        async () => asStored(await handler(call, context)),
        (refused) => asStoredRefusal(refused, context.origin),
        async (subject) => {
          if (!options.fromSubject) throw new Refused('OPERATION_IN_PROGRESS');
          return asStored(await options.fromSubject(subject, context as SignedIn));
        },
      );
      const schema = route.replies[answer.statusCode];
      if (schema === null) return reply.code(answer.statusCode).send();
      if (schema && !route.produces) {
        const serializer = isRepeated ? storedSerializerFor(schema) : undefined;
        return send(reply, new Answer(answer.statusCode, answer.response), serializer);
      }
      return reply
        .code(answer.statusCode)
        .type('application/json; charset=utf-8')
        .serializer(JSON.stringify)
        .send(answer.response);
    };
    app.route({
      method,
      url,
      handler: (request, reply) => needs.withRequestDeadline(() => handle(request, reply)),
      ...(route.access === 'vendor'
        ? {
            config: {
              rateLimit: {
                max: needs.vendorCallsPerAddress,
                timeWindow: '1 minute',
                keyGenerator: ({ ip }: FastifyRequest) => `vendor-address:${callerNetwork(ip)}`,
              },
            },
          }
        : {}),
      // A HEAD request would run the handler of GET.
      ...(method === 'GET' && route.limit !== 'read'
        ? { exposeHeadRoute: false, onRequest: refuseUnlessFetchedBySite }
        : {}),
    });
  };

export type Serve = ReturnType<typeof makeServe>;
