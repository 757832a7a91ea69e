import type { OperatorVendorKey } from '@foyer/contract/api/operator-keys';
import { DAY_MS, type Instant, isoOrNull } from '@foyer/contract/vocabulary/instants';
import { isVendorScope, type VendorScope } from '@foyer/contract/vocabulary/vendor-scopes';
import type { By, OperatorRows } from '../operator/ports.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import { viewVendorKey } from './authenticate-key.ts';
import { hashKeyText, hintOf, newKeyText } from './key-text.ts';
import type { ListedVendorKey, VendorKeyId, VendorKeyReads, VendorKeyRows } from './ports.ts';

interface Dependencies {
  readonly inTransaction: <T>(run: (tx: VendorKeyRows & Pick<OperatorRows, 'record'>) => Promise<T>) => Promise<T>;
}

export interface VendorKeyToCreate {
  readonly name: string;
  /** Names of scopes. */
  readonly scopes: readonly string[];
  /** Life of the key in days; null for a key without an expiry. */
  readonly days: number | null;
}

const readScopes = (words: readonly string[], name: string): VendorScope[] => {
  const scopes = [...new Set(words)];
  if (scopes.length === 0 || !scopes.every(isVendorScope))
    throw refusedCommand('unknown_scope', { type: 'vendor_key', id: name });
  return scopes;
};

/** Creates a key of the vendor API. Its text is returned once and only its hash is stored (INV-22). */
export const makeCreateVendorKey =
  ({ newId, wallNow }: Platform, { inTransaction }: Dependencies) =>
  async (wanted: VendorKeyToCreate, by: By): Promise<{ id: VendorKeyId; key: string }> => {
    const name = wanted.name.trim();
    const scopes = readScopes(wanted.scopes, name);
    const id = newId('vendorKey');
    const key = newKeyText();
    const createdAt = wallNow();
    const expiresAt = wanted.days === null ? null : createdAt + wanted.days * DAY_MS;
    const row = { id, name, secretHash: hashKeyText(key), hint: hintOf(key), scopes, createdAt, expiresAt };
    await inTransaction(async (tx) => {
      await tx.addVendorKey(row);
      await tx.record({
        ...by,
        accountId: null,
        action: 'create_vendor_key',
        subjectId: id,
        after: { name, scopes, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() },
        domainAt: null,
      });
    });
    return { id, key };
  };

/** Revokes a key. Its next call is refused, its portal links open nothing, and sessions that began by them end. */
export const makeRevokeVendorKey =
  ({ wallNow }: Platform, { inTransaction }: Dependencies) =>
  (id: string, by: By): Promise<void> =>
    inTransaction(async (tx) => {
      const outcome = await tx.revokeVendorKey(id, wallNow());
      const subject = { type: 'vendor_key', id } as const;
      if (outcome === 'unknown') throw refusedCommand('not_found', subject);
      if (outcome === 'revoked') throw refusedCommand('done_already', subject);
      await tx.record({
        ...by,
        accountId: null,
        action: 'revoke_vendor_key',
        subjectId: id,
        after: {},
        domainAt: null,
      });
    });

/** State of a key at a time. A revoked key stays revoked after its expiry. */
const vendorKeyState = (
  { revokedAt, expiresAt }: Pick<ListedVendorKey, 'revokedAt' | 'expiresAt'>,
  now: Instant,
): OperatorVendorKey['state'] => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'live';
};

/** Lists the keys for the operator site, without their hashes (INV-22). */
export const makeListVendorKeys =
  ({ wallNow }: Platform, { reads }: { readonly reads: Pick<VendorKeyReads, 'listVendorKeys'> }) =>
  async (): Promise<{ keys: OperatorVendorKey[] }> => {
    const keys = await reads.listVendorKeys();
    const now = wallNow();
    return {
      keys: keys.map((key) => ({
        ...viewVendorKey(key),
        hint: key.hint,
        createdBy: key.createdBy,
        lastUsedAt: isoOrNull(key.lastUsedAt),
        revokedAt: isoOrNull(key.revokedAt),
        state: vendorKeyState(key, now),
      })),
    };
  };
