import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { Ties } from './ports.ts';

export interface TieMaker {
  /** Under which a sign-in is kept; says nothing about the token. */
  idOf(browserToken: string): string;
  /** Those with this state, where an earlier key made them; else those of the current key. */
  of(browserToken: string, state?: string | null): Ties;
}

/**
 * State, nonce and PKCE verifier are made from the token in the browser's cookie with a key of the installation: an
 * answer that belongs to another browser fits none of them, and nothing that would complete a sign-in is stored (INV-22).
 */
export const makeTies = ([current, ...earlier]: readonly [KeyObject, ...KeyObject[]]): TieMaker => {
  const tiesOf = (key: KeyObject, token: string): Ties => {
    const derive = (purpose: string) => createHmac('sha256', key).update(`${purpose}:${token}`).digest('base64url');
    return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('verifier') };
  };
  return {
    idOf: (token) => createHash('sha256').update(token).digest('base64url'),
    of: (token, state) =>
      earlier.map((key) => tiesOf(key, token)).find((ties) => ties.state === state) ?? tiesOf(current, token),
  };
};
