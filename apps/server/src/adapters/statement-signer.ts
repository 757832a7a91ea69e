import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { StatementSigner } from '../services/entitlements/ports.ts';

/** How PKCS #8 wraps the 32 bytes of an Ed25519 key (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const keyPairOf = (seed: string) => {
  const raw = createHash('sha256').update(seed).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, raw]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  // RFC 7638: the required members in the order of their names, without a space.
  const keyId = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { key, keyId, published: { kty: 'OKP', crv: 'Ed25519', x, kid: keyId, use: 'sig', alg: 'EdDSA' } as const };
};

/**
 * Ed25519 keys made from the secrets of the installation: the same after every start, and nowhere written down. The first
 * signs; all are published, so that statements signed before the secret was replaced still check.
 */
export const makeStatementSigner = ([current, ...earlier]: readonly [string, ...string[]]): StatementSigner => {
  const { key, keyId, published } = keyPairOf(current);
  return {
    keyId,
    keys: { keys: [published, ...earlier.map((seed) => keyPairOf(seed).published)] },
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
};
