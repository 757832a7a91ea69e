import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Secrets } from './secrets.ts';
import type { Keys } from './services/keyed-hash.ts';

const KEY_BYTES = 32;

/** Purposes of the keys that are derived from the secret of the installation (docs/keys.md). */
export type KeyPurpose =
  | 'access token'
  | 'refresh token'
  | 'link token'
  | 'device token'
  | 'operator devices'
  | 'secret box'
  | 'recovery codes'
  | 'email hash'
  | 'entitlement statement'
  | 'account in statements'
  | 'oidc sign-ins'
  | 'openid cookies'
  | 'failure counters'
  | 'operator failure counters'
  | 'rate windows'
  | 'sandbox webhook'
  | 'fingerprint in the database';

/** Derives the key of one purpose from a secret: HKDF-SHA-256 (RFC 5869) without a salt, 32 bytes. */
export const deriveKey = (secret: string, purpose: KeyPurpose): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `foyer ${purpose}`, KEY_BYTES)));

/** Derivation of earlier releases for some purposes (decision 46). They used the encoded text as the key, not its bytes. */
const deriveFormerText = (secret: string, purpose: KeyPurpose): string =>
  createHash('sha256').update(`${purpose}:${secret}`).digest('base64url');

const asKey = (text: string): KeyObject => createSecretKey(Buffer.from(text));

/**
 * Keys of earlier releases, by purpose. They only read what these releases stored. Purposes that stored nothing, or always
 * used HKDF, have none.
 */
const formerKeys: Partial<Record<KeyPurpose, (secret: string) => KeyObject>> = {
  'operator devices': (secret) => deriveKey(deriveFormerText(secret, 'operator devices'), 'device token'),
  'recovery codes': (secret) => asKey(deriveFormerText(secret, 'recovery codes')),
  'email hash': (secret) => asKey(deriveFormerText(secret, 'email hash')),
  'entitlement statement': (secret) =>
    createSecretKey(createHash('sha256').update(deriveFormerText(secret, 'entitlement statement')).digest()),
  'oidc sign-ins': (secret) => asKey(deriveFormerText(secret, 'oidc sign-ins')),
};

/** Derives the keys of one purpose from the current secret and from those that it replaces. */
export const deriveKeys = (secrets: Secrets, purpose: KeyPurpose): Keys => {
  const deriveFormer = formerKeys[purpose];
  const [current, ...readOnly] = secrets.flatMap((secret) => [
    deriveKey(secret, purpose),
    ...(deriveFormer ? [deriveFormer(secret)] : []),
  ]);
  return [current as KeyObject, ...readOnly];
};

/** Keys of both kinds of token. */
export const deriveTokenKeys = (secrets: Secrets) => ({
  access: deriveKeys(secrets, 'access token'),
  refresh: deriveKeys(secrets, 'refresh token'),
});

const FINGERPRINT = 'fingerprint in the database';

/**
 * Fingerprints of a secret, by which a database recognises it. They tell one secret from another and nothing else about it.
 * The first one is written, the other one is that of earlier releases.
 */
export const fingerprintsOf = (secret: string): readonly [written: string, former: string] => [
  deriveKey(secret, FINGERPRINT).export().toString('base64url'),
  deriveFormerText(secret, FINGERPRINT),
];
