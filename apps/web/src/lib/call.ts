import type { CallInput, Reply, RouteName } from '@foyer/contract/api/routes';
import { CallError, errorOf, errorWithoutAnswer, invalidResponse } from './call-error.ts';
import { takeEarlyResponse } from './session/page-start.ts';
import { redirectToSignOut } from './session/redirect-to-sign-out.ts';
import { usableRecord } from './session/refresh.ts';
import { timeoutSignal } from './timeout-signal.ts';

export interface CallOptions {
  /** Key that is the same for each attempt of a purchase, so that it is made once (INV-9). */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /**
   * Uses the long timeout, because the server waits for the gateway or the postal data. Calls with an `idempotencyKey`
   * always do.
   */
  isSlow?: true;
  /** Reads a response that is not JSON. */
  read?: (response: Response) => Promise<unknown>;
}

/**
 * Time limit of calls for which the server asks other services, longer than their limits. After it the outcome is unknown,
 * and the page says so as with any lost response (INV-12).
 */
const SLOW_MS = 120_000;

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

type Arguments<Name extends RouteName> = keyof CallInput<Name> extends never
  ? [input?: Record<string, never>, options?: CallOptions]
  : [input: CallInput<Name>, options?: CallOptions];

/** Calls that need no session. A 401 of theirs says nothing about the session. */
const isPublic = (name: string) =>
  /(POST|PUT) \/api\/auth\/(sessions|authorization-codes|tokens|users|passkey-|password-resets)|PUT \/api\/auth\/verify|\/(ip|sandbox\/\w+)$/.test(
    name,
  );

const addressOf = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size ? `${filled}?${search}` : filled;
};

const readReply = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined;
  try {
    const text = await response.text();
    // accepted, without a body
    return response.status === 202 && !text ? undefined : JSON.parse(text);
  } catch {
    throw invalidResponse(response.status);
  }
};

const mentionsPassword = (error: CallError) => /password/i.test(error.message);

/**
 * Makes a call of the contract: `await call('GET /api/auth/me')`. Sends the access token as `X-IS-AT` (SE-10). A 401
 * refreshes the session once for all running calls and repeats the call once. If that fails too, the user has to sign
 * in again, except when the message is about a password (SE-05).
 * @throws CallError
 */
export const call = async <Name extends RouteName>(
  name: Name,
  ...[input, options = {}]: Arguments<Name>
): Promise<Reply<Name>> => {
  const { idempotencyKey, isSlow = idempotencyKey, signal } = options;
  const [method = '', path = ''] = name.split(' ');
  const parts = (input ?? {}) as AnyInput;
  const address = addressOf(path, parts);

  const send = async (accessToken: string | undefined): Promise<Response> => {
    const headers = new Headers({ accept: 'application/json' });
    if (accessToken) headers.set('x-is-at', accessToken);
    if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
    if (parts.body !== undefined) headers.set('content-type', 'application/json');
    return fetch(address, {
      method,
      headers,
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      signal: AbortSignal.any([signal ?? [], timeoutSignal(isSlow ? SLOW_MS : undefined)].flat()),
    });
  };

  const signedOut = () => {
    redirectToSignOut();
    return new CallError({ status: 401, type: 'UNAUTHORIZED', message: 'UNAUTHORIZED' });
  };

  const attempt = async (refused?: string): Promise<Reply<Name>> => {
    let accessToken: string | undefined;
    let response: Response | undefined;
    try {
      if (!refused) response = await takeEarlyResponse(`${method} ${address}`);
      if (!isPublic(name)) {
        const record = await usableRecord(refused);
        if (!record) throw signedOut();
        accessToken = record.accessToken;
      }
      response ??= await send(accessToken);
    } catch (cause) {
      if (cause instanceof CallError) throw cause;
      throw cause instanceof Response ? await errorOf(cause) : errorWithoutAnswer(cause, signal);
    }
    if (response.ok) return (await (options.read ?? readReply)(response)) as Reply<Name>;

    const error = await errorOf(response);
    if (error.status !== 401 || isPublic(name) || mentionsPassword(error)) throw error;
    if (error.type !== 'INVALID_TOKEN' && !refused && accessToken) return attempt(accessToken);
    redirectToSignOut();
    throw error;
  };

  return attempt();
};
