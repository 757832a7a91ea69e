import type { CallInput, Reply, RouteName } from '@foyer/contract/api/routes';
import type { OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import { errorOf, errorWithoutAnswer } from '../lib/call-error.ts';
import { addressOf, type CallParts, fetchCall, readReply } from '../lib/request.ts';
import { clearSession, sessionToken } from './session.ts';

/** Calls of the operator site: the sign-in, and those that need a role. */
export type OperatorRoute = Extract<RouteName, OperatorCall | 'POST /api/operator/sessions'>;

interface Options {
  /** Key that is the same for each attempt of a command, so that it is carried out once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export type InputOf<Name extends OperatorRoute> = keyof CallInput<Name> extends never ? undefined : CallInput<Name>;

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
  const parts: CallParts = input ?? {};
  const token = sessionToken();
  let response: Response;
  try {
    response = await fetchCall(method, addressOf(path, parts), {
      body: parts.body,
      headers: { 'x-operator-token': token, 'idempotency-key': idempotencyKey },
      isSlow: method !== 'GET',
      signal,
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
