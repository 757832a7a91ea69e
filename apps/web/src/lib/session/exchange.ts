import { timeoutSignal } from '../timeout-signal.ts';
import { recordOf, type SessionRecord } from './record.ts';

/**
 * Exchanges a refresh token (`POST tokens`). Returns null when the server refused the token for good, and throws for
 * everything else: offline, a timeout, 429, 5xx, a 401 that a proxy made. Only a real refusal signs the user out.
 * `keepalive` lets the request finish when the page is left, because the old token is used up.
 */
export const exchange = async (refreshToken: string): Promise<SessionRecord | null> => {
  const response = await fetch('/api/auth/tokens', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    signal: timeoutSignal(),
  });
  if (response.ok) return recordOf(await response.json());
  if (response.status === 401 && /"(UNAUTHORIZED|INVALID_TOKEN)"/.test(await response.text())) return null;
  throw response;
};
