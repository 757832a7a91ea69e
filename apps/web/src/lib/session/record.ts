import type { TokenPair } from '@foyer/contract/api/auth';

/** The one place of the session in this browser; `storage` events of this key tell the other tabs (SE-06). */
export const RECORD_KEY = 'foyer.session';

/** Always written whole. Both moments are on this browser's clock, see `recordOf`. */
export interface SessionRecord {
  readonly refreshToken: string;
  readonly refreshExpiresAt: number;
  readonly accessToken: string;
  readonly accessExpiresAt: number;
  readonly userId: string;
  /** For the greeting of a page whose data is still on its way; a record of an earlier release has none. */
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
 * The record for an answer of POST tokens. The expiries are moments of the server's clock, as `iat` is, which says what
 * that clock showed just now: so a browser whose clock is wrong neither refreshes all the time nor far too late. (`Date` of the
 * answer would be another clock, that of the machine which answered; decision 20.)
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

/** The session of this browser, or null: signed in means that an unexpired refresh token is here (SE-01). */
export const readRecord = (): SessionRecord | null => {
  try {
    const record = JSON.parse(localStorage.getItem(RECORD_KEY) as string);
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

/** Forgets the session here; its end at the server is another matter (SE-04). */
export const removeRecord = (): void => {
  try {
    localStorage.removeItem(RECORD_KEY);
  } catch {
    // no storage, no session
  }
};

/** Whether the access token holds for 10 s more: a request takes a moment to arrive (SE-01). */
export const isFresh = (record: SessionRecord): boolean => record.accessExpiresAt > Date.now() + 10_000;
