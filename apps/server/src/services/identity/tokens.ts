import type { TokenPair } from '@foyer/contract/api/auth';
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import { hmac, isSignedBy, type Keys } from '../keyed-hash.ts';
import type { SteppedSession } from './ports.ts';

const ACCESS_TOKEN_LIFE_MS = 5 * MINUTE_MS;
export const REFRESH_IDLE_MS = 14 * DAY_MS;
/** Life of generation 0. A sign-in passes this token to the portal in an address (M2). */
export const FIRST_TOKEN_LIFE_MS = 2 * MINUTE_MS;
export const SESSION_LIFE_MS = 30 * DAY_MS;

const ISSUER = 'foyer';
const AUDIENCE = 'foyer-api';
const TYPE = 'at+jwt';
/** Compared as a whole, so that no member of a received header is interpreted (INV-16). */
const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: TYPE })).toString('base64url');

export interface AccessClaims {
  readonly sessionId: string;
  /** Generation of the refresh token that was issued with it. */
  readonly generation: number;
  readonly userId: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

export interface Tokens {
  access(session: Pick<AccessClaims, 'sessionId' | 'generation' | 'userId'>, now: Instant, lifeMs?: number): string;
  /** Returns the claims of a genuine token, also of an expired one. Null for other texts. */
  readAccess(token: string): AccessClaims | null;
  /** Derives the refresh token of a generation. So none is stored, and parallel refreshes get the same successor (INV-15). */
  refresh(sessionId: string, generation: number): string;
  readRefresh(token: string): { sessionId: string; generation: number } | null;
}

export interface TokenKeys {
  readonly access: Keys;
  readonly refresh: Keys;
}

interface Payload {
  readonly iss: unknown;
  readonly aud: unknown;
  readonly exp: unknown;
  readonly iat: unknown;
  readonly usr: unknown;
  readonly jti: unknown;
  readonly gen?: unknown;
}

const parse = (text: string): Payload | null => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Payload;
  } catch {
    return null;
  }
};

const REFRESH_TOKEN = /^fr_([A-Za-z0-9_]{1,64})\.(0|[1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;

/** Signs and reads access and refresh tokens, each kind with separate keys. The first key signs; all keys verify. */
export const makeTokens = ({ access: accessKeys, refresh: refreshKeys }: TokenKeys): Tokens => {
  return {
    access: ({ sessionId, generation, userId }, now, lifeMs = ACCESS_TOKEN_LIFE_MS) => {
      const iat = Math.floor(now / SECOND_MS);
      const payload = {
        iss: ISSUER,
        aud: AUDIENCE,
        iat,
        exp: iat + lifeMs / SECOND_MS,
        usr: userId,
        jti: sessionId,
        gen: generation,
      };
      const signed = `${HEADER}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`;
      return `${signed}.${hmac(accessKeys[0], signed)}`;
    },
    readAccess: (token) => {
      const [header, body, signature, ...more] = token.split('.');
      if (header !== HEADER || body === undefined || signature === undefined || more.length > 0) return null;
      if (!isSignedBy(accessKeys, `${header}.${body}`, signature)) return null;
      const payload = parse(body);
      if (payload?.iss !== ISSUER || payload.aud !== AUDIENCE) return null;
      // tokens of earlier releases lack this claim and belong to the first family
      const { exp, iat, usr, jti, gen = 0 } = payload;
      if (typeof exp !== 'number' || typeof iat !== 'number' || typeof usr !== 'string' || typeof jti !== 'string')
        return null;
      if (typeof gen !== 'number') return null;
      return { sessionId: jti, generation: gen, userId: usr, issuedAt: iat * SECOND_MS, expiresAt: exp * SECOND_MS };
    },
    refresh: (sessionId, generation) => {
      const body = `${sessionId}.${generation}`;
      return `fr_${body}.${hmac(refreshKeys[0], body)}`;
    },
    readRefresh: (token) => {
      const [, sessionId, generation, signature] = REFRESH_TOKEN.exec(token) ?? [];
      if (sessionId === undefined || generation === undefined || signature === undefined) return null;
      const body = `${sessionId}.${Number(generation)}`;
      return isSignedBy(refreshKeys, body, signature) ? { sessionId, generation: Number(generation) } : null;
    },
  };
};

/** Returns both tokens of the current generation, as the reply of `POST tokens`. */
export const tokenPair = (tokens: Tokens, sessionId: string, session: SteppedSession, now: Instant): TokenPair => ({
  accessToken: tokens.access({ ...session, sessionId }, now),
  refreshToken: tokens.refresh(sessionId, session.generation),
  refreshExpiresAt: new Date(session.refreshExpiresAt).toISOString(),
  firstName: session.firstName,
});
