import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { StatementSigner } from '../services/entitlements/ports.ts';
import type { Keys } from '../services/keyed-hash.ts';

/** PKCS #8 prefix of the 32 bytes of an Ed25519 key (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const keyPairOf = (seed: KeyObject) => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed.export()]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  // Thumbprint of RFC 7638: the required members in alphabetical order, without spaces.
  const keyId = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { key, keyId, published: { kty: 'OKP', crv: 'Ed25519', x, kid: keyId, use: 'sig', alg: 'EdDSA' } as const };
};

/**
 * Ed25519 key pairs from seeds of 32 bytes: the same after every start, and stored nowhere. The first signs. The public
 * keys of all are published, so that statements of earlier releases and of a replaced secret still check.
 */
export const makeStatementSigner = ([current, ...earlier]: Keys): StatementSigner => {
  const { key, keyId, published } = keyPairOf(current);
  return {
    keyId,
    keys: { keys: [published, ...earlier.map((seed) => keyPairOf(seed).published)] },
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
};
