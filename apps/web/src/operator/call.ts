import type { CallInput, Reply, RouteName } from '@foyer/contract/api/routes';
import type { OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import { errorOf, errorWithoutAnswer, invalidResponse } from '../lib/call-error.ts';
import { clearSession, sessionToken } from './session.ts';

/** Calls of the operator site: the sign-in, and those that need a role. */
export type OperatorRoute = Extract<RouteName, OperatorCall | 'POST /api/operator/sessions'>;

interface Options {
  /** Key that is the same for each attempt of a command, so that it is carried out once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

export type InputOf<Name extends OperatorRoute> = keyof CallInput<Name> extends never ? undefined : CallInput<Name>;

const addressOf = (path: string, { params = {}, query = {} }: AnyInput): string => {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  return search.size ? `${filled}?${search}` : filled;
};

const readReply = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidResponse(response.status);
  }
};

/**
 * Makes a call of the operator site with the operator's token (OP-01). A 401 of any call ends the session and shows the
 * sign-in. Never reads the customer session of this browser.
 * @throws CallError
 */
export const callOperatorApi = async <Name extends OperatorRoute>(
  name: Name,
  input: InputOf<Name>,
  { idempotencyKey, signal }: Options = {},
): Promise<Reply<Name>> => {
  const [method = '', path = ''] = name.split(' ');
  const parts: AnyInput = input ?? {};
  const token = sessionToken();
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('x-operator-token', token);
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (parts.body !== undefined) headers.set('content-type', 'application/json');
  let response: Response;
  try {
    response = await fetch(addressOf(path, parts), {
      method,
      headers,
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    throw errorWithoutAnswer(cause, signal);
  }
  if (response.ok) return (await readReply(response)) as Reply<Name>;
  const error = await errorOf(response);
  // An answer to a replaced token says nothing about the new one.
  if (error.status === 401 && token && token === sessionToken()) clearSession('ended');
  throw error;
};
