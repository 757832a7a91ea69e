import { createHash, createHmac } from 'node:crypto';
import type { Ties } from './ports.ts';

export interface TieMaker {
  /** Under which a sign-in is kept; says nothing about the token. */
  idOf(browserToken: string): string;
  of(browserToken: string): Ties;
}

/**
 * State, nonce and PKCE verifier are made from the token in the browser's cookie with a key of the installation: an
 * answer that belongs to another browser fits none of them, and nothing that would complete a sign-in is stored (INV-22).
 */
export const makeTies = (secret: string): TieMaker => {
  const derive = (purpose: string, token: string) =>
    createHmac('sha256', secret).update(`${purpose}:${token}`).digest('base64url');
  return {
    idOf: (token) => createHash('sha256').update(token).digest('base64url'),
    of: (token) => ({
      state: derive('state', token),
      nonce: derive('nonce', token),
      codeVerifier: derive('verifier', token),
    }),
  };
};
