import { readStored, writeStored } from '../browser-store.ts';
import { exchange } from './exchange.ts';
import { claimsOf, isFresh, readRecord, removeRecord, type SessionRecord } from './record.ts';

const revokeToken = (accessToken: string) =>
  fetch(`/api/auth/me/security/tokens/${encodeURIComponent(claimsOf(accessToken).jti)}`, {
    method: 'DELETE',
    keepalive: true,
    headers: { 'x-is-at': accessToken },
    signal: AbortSignal.timeout(5_000),
  });

/** Ends a session on the server, refreshing an old access token first. Errors are ignored. */
export const endSessionOnServer = async (record: SessionRecord): Promise<void> => {
  try {
    if (isFresh(record) && (await revokeToken(record.accessToken)).status !== 401) return;
    const renewed = await exchange(record.refreshToken);
    if (renewed) await revokeToken(renewed.accessToken);
  } catch {
    // server not reachable: the token expires on its date
  }
};

/** Storage key of the session that the user ended here. Its value is the expiry of that session's refresh token. */
const ENDED_KEY = 'foyer.ended';

/** Returns whether the user signed out in the other tab, as opposed to the session having expired there. */
export const wasSignedOut = (gone: SessionRecord): boolean => readStored(ENDED_KEY) === String(gone.refreshExpiresAt);

/**
 * Ends the session in this browser, then on the server (SE-04). Removes the record first, so that no other tab and no
 * running refresh restores it. Offline, the user is still signed out here.
 * @param wanted the user chose to sign out; other tabs then sign out too
 */
export const endSession = async (wanted: boolean): Promise<void> => {
  const record = readRecord();
  if (record && wanted) writeStored(ENDED_KEY, String(record.refreshExpiresAt));
  removeRecord();
  if (record) await endSessionOnServer(record);
};

/**
 * Address of the sign-in site with the reason and the return address, which is our sign-in route with `to`
 * (SE-04).
 */
export const authenticationAddress = (authenticationUrl: string, reason: string | null, to: string | null): string => {
  const url = new URL(authenticationUrl, location.origin);
  if (reason) url.searchParams.set('reason', reason);
  const query = to ? `?${new URLSearchParams({ to })}` : '';
  url.searchParams.set('return', `${location.origin}/#/signin${query}`);
  return url.href;
};
