import { patience } from '../patience.ts';
import { recordOf, type SessionRecord } from './record.ts';

/**
 * POST tokens. Null means that the server refused the token for good; anything else that goes wrong (offline, a timeout,
 * 429, 5xx, a 401 that some proxy made up) is thrown, because only a real refusal signs out (api.md §0.4).
 * `keepalive`: the successor must be stored or at least arrive even when the page is left meanwhile.
 */
export const exchange = async (refreshToken: string): Promise<SessionRecord | null> => {
  const response = await fetch('/api/auth/tokens', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
    signal: patience(),
  });
  if (response.ok) return recordOf(await response.json());
  if (response.status === 401 && /"(UNAUTHORIZED|INVALID_TOKEN)"/.test(await response.text())) return null;
  throw response;
};
