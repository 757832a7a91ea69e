import { createHash, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { DAY_MS, HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { SecretBox } from '../../services/identity/ports.ts';
import type { SealedKey, SigningKeyRows } from '../postgres/signing-keys.ts';

/** Age at which a key gets a successor. */
const ROTATION_MS = 90 * DAY_MS;
/** Time for which a new key is published before it signs. Products read the published keys again within it. */
const LEAD_MS = DAY_MS;
/** Age at which a key is deleted: long after the last ID token that it signed has expired. */
const KEPT_MS = 2 * ROTATION_MS;
/** Time for which this process uses the keys it has read. */
const READ_AGAIN_MS = HOUR_MS;

const PURPOSE = 'openid signing key';

export type SigningKey = JsonWebKey & { readonly kid: string; readonly alg: 'ES256'; readonly use: 'sig' };

/** Private keys in the order of their use: the first signs. All are published. */
export interface SigningKeys {
  readonly keys: readonly SigningKey[];
}

const makeKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  // Thumbprint of RFC 7638: the required members in alphabetical order, without spaces.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }))
    .digest('base64url');
  return { ...jwk, kid, alg: 'ES256', use: 'sig' };
};

/**
 * Order in which keys are used. The newest key that was published long enough signs; without such a key the oldest one
 * does, which is the first of the installation.
 */
export const orderKeys = <Key extends Pick<SealedKey, 'createdAt'>>(
  newestFirst: readonly Key[],
  now: Instant,
): Key[] => {
  const known = newestFirst.findIndex(({ createdAt }) => createdAt <= now - LEAD_MS);
  const signing = newestFirst[known === -1 ? newestFirst.length - 1 : known];
  return signing ? [signing, ...newestFirst.filter((key) => key !== signing)] : [];
};

interface SigningKeyNeeds {
  readonly rows: SigningKeyRows;
  readonly box: SecretBox;
}

/**
 * Reads the ES256 keys of ID tokens and adds the next one when it is due. The result is the same object until the keys
 * have changed or an hour has passed.
 */
export const makeSigningKeys = ({ rows, box }: SigningKeyNeeds): (() => Promise<SigningKeys>) => {
  const load = async (): Promise<SigningKeys> => {
    let read = await rows.list();
    const [newest] = read.keys;
    if (!newest || newest.createdAt < read.now - ROTATION_MS) {
      const key = makeKey();
      await rows.add({ id: key.kid, sealedKey: box.seal(JSON.stringify(key), PURPOSE) }, ROTATION_MS, KEPT_MS);
      read = await rows.list();
    }
    for (const { id, sealedKey } of read.keys) {
      const resealed = box.resealed(sealedKey, PURPOSE);
      if (resealed !== null) await rows.replaceSealed(id, sealedKey, resealed);
    }
    return {
      keys: orderKeys(read.keys, read.now).map(({ sealedKey }) => JSON.parse(box.open(sealedKey, PURPOSE))),
    };
  };

  let loaded: { readonly at: number; readonly keys: Promise<SigningKeys> } | null = null;
  return () => {
    const now = performance.now();
    if (loaded && now < loaded.at + READ_AGAIN_MS) return loaded.keys;
    const keys = load();
    const reading = { at: now, keys };
    loaded = reading;
    keys.catch(() => {
      if (loaded === reading) loaded = null; // the next call reads again
    });
    return keys;
  };
};
