import type { TokenPair } from '@foyer/contract/api/auth';
import type { ErrorBody } from '@foyer/contract/api/route';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { recordRefusal } from './documented-errors.ts';

/** An answer; the body is what the test expects it to be and, when the call is refused, the error body. */
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body & ErrorBody;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** `Idempotency-Key`. */
  readonly key?: string;
}

/** Calls of one signed-in browser. Each call sends the current access token. */
export interface Client {
  accessToken: string;
  refreshToken: string;
  /** Session id in the access token. */
  jti(): string;
  get<Body = unknown>(url: string, options?: CallOptions): Promise<Answer<Body>>;
  post<Body = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>>;
  patch<Body = unknown>(url: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>>;
  delete<Body = unknown>(url: string, options?: CallOptions): Promise<Answer<Body>>;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

export const inject = async <Body>(app: FastifyInstance, request: InjectOptions): Promise<Answer<Body>> => {
  const reply = await app.inject(request);
  const body = parse(reply.payload) as Body & ErrorBody;
  const type = reply.statusCode >= 400 ? body?.error?.type : undefined;
  if (type !== undefined)
    recordRefusal(app, { method: request.method ?? 'GET', url: String(request.url), status: reply.statusCode, type });
  return {
    status: reply.statusCode,
    body,
    text: reply.payload,
    headers: reply.headers,
  };
};

export const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

/** Stores the tokens that a change of credentials returns, as the portal does. */
export const takeRenewedTokens = <Reply extends Answer<unknown>>(client: Client, answer: Reply): Reply => {
  const { tokens } = (answer.body ?? {}) as Partial<{ tokens: TokenPair }>;
  if (tokens) Object.assign(client, { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken });
  return answer;
};

export const makeClient = (app: FastifyInstance, tokens: { accessToken: string; refreshToken: string }): Client => {
  const send = async <Body>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body: unknown,
    { headers = {}, key }: CallOptions = {},
  ) =>
    takeRenewedTokens(
      client,
      await inject<Body>(app, {
        method,
        url,
        headers: {
          ...(client.accessToken === '' ? {} : { 'x-is-at': client.accessToken }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    );
  const client: Client = {
    ...tokens,
    jti: () => String(payloadOf(client.accessToken).jti),
    get: (url, options) => send('GET', url, undefined, options),
    post: (url, body, options) => send('POST', url, body, options),
    patch: (url, body, options) => send('PATCH', url, body, options),
    delete: (url, options) => send('DELETE', url, undefined, options),
  };
  return client;
};
