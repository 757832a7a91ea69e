import type { VendorKeyView } from '@foyer/contract/api/vendor';
import { iso, isoOrNull, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { VendorScope } from '@foyer/contract/vocabulary/vendor-scopes';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { hashKeyText, isKeyText } from './key-text.ts';
import type { ListedVendorKey, VendorKeyReads } from './ports.ts';

/** Interval at which the last use of a key is written, so that reads do not become writes. */
const TOUCH_MS = MINUTE_MS;

const REALM = 'Bearer realm="vendor API"';

/** Message of each refusal of a key, by its code. */
const messages = {
  key_missing: 'This call needs a vendor key. Send Authorization: Bearer foyer_vk_….',
  key_malformed:
    'This is no vendor key. Send Authorization: Bearer foyer_vk_…, and copy the key again if its checksum is wrong.',
  key_unknown: 'This installation has no such vendor key. Check whether it belongs to another installation.',
  key_expired: 'This vendor key has expired. Create a new one.',
  key_revoked: 'This vendor key was revoked. Use another one.',
} as const;

/** Refuses a key as RFC 6750 says: without an error code if there was none, else with `invalid_token`. */
const refuseKey = (code: keyof typeof messages): Refused =>
  code === 'key_missing'
    ? new Refused('UNAUTHORIZED', { code, message: messages[code], challenge: REALM })
    : new Refused('INVALID_TOKEN', {
        code,
        message: messages[code],
        challenge: `${REALM}, error="invalid_token", error_description="${code}"`,
      });

/** Refuses a key without the scope of the call. */
export const requireScope = (key: Pick<ListedVendorKey, 'scopes'>, scope: VendorScope | undefined): void => {
  if (scope === undefined || key.scopes.includes(scope)) return;
  throw new Refused('FORBIDDEN', {
    code: 'scope_missing',
    message: `This vendor key lacks the scope ${scope}. Create a key that has it.`,
    challenge: `${REALM}, error="insufficient_scope", scope="${scope}"`,
  });
};

/** Returns the key of a call from the header `Authorization`, or refuses the call. */
export const makeAuthenticateVendorKey =
  ({ wallNow }: Platform, store: Pick<VendorKeyReads, 'vendorKeyOf' | 'touchVendorKey'>) =>
  async (authorization: string | undefined): Promise<ListedVendorKey> => {
    if (authorization === undefined || authorization === '') throw refuseKey('key_missing');
    const [, text = ''] = /^bearer +(.*)$/i.exec(authorization) ?? [];
    if (!isKeyText(text)) throw refuseKey('key_malformed');
    const key = await store.vendorKeyOf(hashKeyText(text));
    if (!key) throw refuseKey('key_unknown');
    if (key.revokedAt !== null) throw refuseKey('key_revoked');
    const now = wallNow();
    if (key.expiresAt !== null && key.expiresAt <= now) throw refuseKey('key_expired');
    if (key.lastUsedAt === null || key.lastUsedAt <= now - TOUCH_MS) await store.touchVendorKey(key.id, now);
    return key;
  };

/** Returns the key of a call, without its secret. */
export const viewVendorKey = ({ id, name, scopes, createdAt, expiresAt }: ListedVendorKey): VendorKeyView => ({
  id,
  name,
  scopes: [...scopes],
  createdAt: iso(createdAt),
  expiresAt: isoOrNull(expiresAt),
});
