import { createHash, type KeyObject } from 'node:crypto';
import { hmac, type Keys } from '../keyed-hash.ts';
import type { AuthorizationRequest } from './ports.ts';

export interface AuthorizationRequestFactory {
  /** Key of the stored sign-in. A hash, so that it does not disclose the token. */
  idOf(browserToken: string): string;
  /** Values of an authorization request: those with this state if an earlier key made them, else those of the current key. */
  requestOf(browserToken: string, state?: string | null): AuthorizationRequest;
}

/**
 * Derives state, nonce and PKCE verifier from the token in the cookie of the browser with a key of the installation. The
 * response to another browser matches none of them, and no stored value can complete a sign-in (INV-22).
 */
export const makeAuthorizationRequests = ([current, ...earlier]: Keys): AuthorizationRequestFactory => {
  const requestFor = (key: KeyObject, token: string): AuthorizationRequest => {
    const derive = (purpose: string) => hmac(key, `${purpose}:${token}`);
    return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('verifier') };
  };
  return {
    idOf: (token) => createHash('sha256').update(token).digest('base64url'),
    requestOf: (token, state) =>
      earlier.map((key) => requestFor(key, token)).find((request) => request.state === state) ??
      requestFor(current, token),
  };
};
