import type { TokenPair } from '@foyer/contract/api/auth';
import { readStored } from '../browser-store.ts';

/** Storage key of the session. The `storage` events of this key inform other tabs (SE-06). */
export const RECORD_KEY = 'foyer.session';

/** Session in the browser storage. Both expiries use the clock of this browser (`recordOf`). */
export interface SessionRecord {
  readonly refreshToken: string;
  readonly refreshExpiresAt: number;
  readonly accessToken: string;
  readonly accessExpiresAt: number;
  readonly userId: string;
  /** First name in the greeting before the user has loaded. Records of earlier releases have none. */
  readonly firstName?: string;
}

interface AccessClaims {
  readonly exp: number;
  readonly iat: number;
  readonly usr: string;
  readonly jti: string;
}

/** Claims of an access token. Reads without checking the signature; only the server checks it. */
export const claimsOf = (accessToken: string): AccessClaims =>
  JSON.parse(atob((accessToken.split('.')[1] as string).replace(/-/g, '+').replace(/_/g, '/')));

/**
 * Makes the record of a token response. The expiries use the clock of the server. `iat` tells its current time, so they
 * are converted to the clock of this browser, which may be wrong. The `Date` header is not used, because it may come
 * from another machine (decision 20).
 */
export const recordOf = (pair: TokenPair): SessionRecord => {
  const { exp, iat, usr } = claimsOf(pair.accessToken);
  const ahead = Date.now() - iat * 1000;
  return {
    ...pair,
    refreshExpiresAt: Date.parse(pair.refreshExpiresAt) + ahead,
    accessExpiresAt: exp * 1000 + ahead,
    userId: usr,
  };
};

/**
 * Returns the session of this browser, or null. A session exists as long as its refresh token has not expired (SE-01).
 */
export const readRecord = (): SessionRecord | null => {
  try {
    const record = JSON.parse(readStored(RECORD_KEY));
    return record.refreshExpiresAt > Date.now() ? record : null;
  } catch {
    return null;
  }
};

/**
 * Stores the session in this browser. The storage event notifies other tabs. Throws when there is no storage or it is
 * full.
 */
export const writeRecord = (record: SessionRecord): void => localStorage.setItem(RECORD_KEY, JSON.stringify(record));

/** Removes the session from this browser. Does not end it on the server (SE-04). */
export const removeRecord = (): void => {
  try {
    localStorage.removeItem(RECORD_KEY);
  } catch {
    // no storage, so there is no session
  }
};

/** Returns whether the access token is valid for 10 s more, because a request takes time (SE-01). */
export const isFresh = (record: SessionRecord): boolean => record.accessExpiresAt > Date.now() + 10_000;
