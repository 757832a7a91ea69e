import { invalidResponse } from './call-error.ts';
import { timeoutSignal } from './timeout-signal.ts';

/** Input of a call, before it is put into a request. */
export interface CallParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Time limit of calls for which the server asks other services, longer than their limits. After it the outcome is unknown,
 * and the page says so as with any lost response (INV-12).
 */
const SLOW_MS = 120_000;

/** Returns the address of a call: the path with its parameters, then the query. */
export const addressOf = (path: string, { params = {}, query = {} }: CallParts): string => {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return search.size ? `${filled}?${search}` : filled;
};

interface Sent {
  body: unknown;
  /** Headers; one without a value is not sent. */
  headers: Record<string, string | null | undefined>;
  /** Uses the long timeout. */
  isSlow: boolean;
  signal: AbortSignal | undefined;
}

/** Sends a call as JSON. Rejects as `fetch` does, also after the timeout. */
export const fetchCall = (method: string, address: string, { body, headers, isSlow, signal }: Sent) => {
  const sent = new Headers({ accept: 'application/json' });
  for (const [name, value] of Object.entries(headers)) if (value) sent.set(name, value);
  if (body !== undefined) sent.set('content-type', 'application/json');
  return fetch(address, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([signal ?? [], timeoutSignal(isSlow ? SLOW_MS : undefined)].flat()),
  });
};

/**
 * Reads the body of a successful response.
 * @throws CallError INVALID_RESPONSE for a body that is not JSON
 */
export const readReply = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined;
  try {
    const text = await response.text();
    // accepted, without a body
    return response.status === 202 && !text ? undefined : JSON.parse(text);
  } catch {
    throw invalidResponse(response.status);
  }
};
