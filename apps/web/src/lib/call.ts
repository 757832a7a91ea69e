import type { CallInput, Reply, RouteName } from '@foyer/contract/api/routes';
import { CallError, errorOf, errorWithoutAnswer } from './call-error.ts';
import { addressOf, type CallParts, fetchCall, readReply } from './request.ts';
import { takeEarlyResponse } from './session/page-start.ts';
import { redirectToSignOut } from './session/redirect-to-sign-out.ts';
import { usableRecord } from './session/refresh.ts';

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

type Arguments<Name extends RouteName> = keyof CallInput<Name> extends never
  ? [input?: Record<string, never>, options?: CallOptions]
  : [input: CallInput<Name>, options?: CallOptions];

/** Calls that need no session. A 401 of theirs says nothing about the session. */
const isPublic = (name: string) =>
  /(POST|PUT) \/api\/auth\/(sessions|authorization-codes|tokens|users|passkey-|password-resets)|PUT \/api\/auth\/verify|\/(ip|sandbox\/\w+)$/.test(
    name,
  );

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
  const parts: CallParts = input ?? {};
  const address = addressOf(path, parts);

  const send = (accessToken: string | undefined) =>
    fetchCall(method, address, {
      body: parts.body,
      headers: { 'x-is-at': accessToken, 'idempotency-key': idempotencyKey },
      isSlow: Boolean(isSlow),
      signal,
    });

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
