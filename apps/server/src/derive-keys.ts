import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Secrets } from './secrets.ts';

const KEY_BYTES = 32;

/** Purposes of the keys that are derived from the secret of the installation (docs/keys.md). */
export type KeyPurpose = 'access token' | 'refresh token' | 'link token' | 'device token' | 'secret box';

/** Keys of one purpose: the first one signs or seals, all of them read. */
export type Keys = readonly [current: KeyObject, ...readOnly: KeyObject[]];

/** Derives the key of one purpose from a secret: HKDF-SHA-256 (RFC 5869) without a salt, 32 bytes. */
const deriveKey = (secret: string, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `foyer ${purpose}`, KEY_BYTES)));

/** Derives the keys of one purpose from the current secret and from those that it replaces. */
export const deriveKeys = ([current, ...earlier]: Secrets, purpose: KeyPurpose): Keys => [
  deriveKey(current, purpose),
  ...earlier.map((secret) => deriveKey(secret, purpose)),
];

/** Keys of both kinds of token. */
export const deriveTokenKeys = (secrets: Secrets) => ({
  access: deriveKeys(secrets, 'access token'),
  refresh: deriveKeys(secrets, 'refresh token'),
});
