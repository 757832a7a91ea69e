import { iso } from '@foyer/contract/vocabulary/instants';
import { VENDOR_KEY_MAX_DAYS, vendorScopeNames, vendorScopes } from '@foyer/contract/vocabulary/vendor-scopes';
import type { Command } from './command.ts';
import { byOf, given, signedLike } from './parts.ts';

const by = signedLike('"key of the licence server"');

const scopeList = vendorScopeNames.map((name) => `${name} (${vendorScopes[name]})`).join(', ');

const stateOf = (
  { revokedAt, expiresAt }: { readonly revokedAt: number | null; readonly expiresAt: number | null },
  now: number,
): string => {
  if (revokedAt !== null) return `revoked ${iso(revokedAt)}`;
  if (expiresAt === null) return 'never expires';
  return `${expiresAt <= now ? 'expired' : 'expires'} ${iso(expiresAt)}`;
};

/** Commands for keys of the vendor API (decision 71). */
export const vendorKeyCommands: Readonly<Record<string, Command>> = {
  'vendor-key create': {
    summary: 'Create a key for a server of the vendor. Shows it once; only a hash is stored',
    options: {
      name: { what: 'the server that gets the key', example: '"licence server"', longest: 100, isAudited: true },
      scopes: { what: `what it may do, with commas: ${scopeList}`, example: 'customers:write,entitlements:read' },
      days: {
        what: 'days until it expires; a key without them never expires',
        example: '365',
        most: VENDOR_KEY_MAX_DAYS,
        optional: true,
      },
      ...by,
    },
    run: async (operator, values) => {
      const scopes = given(values, 'scopes')
        .split(',')
        .map((word) => word.trim());
      const days = values.days === undefined ? null : Number(values.days);
      const { id, key } = await operator.createVendorKey({ name: given(values, 'name'), scopes, days }, byOf(values));
      return [
        `Key ${id} for ${given(values, 'name')}:`,
        key,
        'It is shown only now. Keep it in the secret store of the server.',
      ];
    },
  },
  'vendor-key revoke': {
    summary: 'Revoke a key of a server of the vendor. Its next call is refused',
    options: { id: { what: 'id of the key, as "vendor-key list" shows it', example: 'vky_01J…' }, ...by },
    run: async (operator, values) => {
      await operator.revokeVendorKey(given(values, 'id'), byOf(values));
      return [`Key ${given(values, 'id')} is revoked.`];
    },
  },
  'vendor-key list': {
    summary: 'Show the keys of the servers of the vendor, also revoked ones',
    options: {},
    run: async (operator) => {
      const { keys, now } = await operator.listVendorKeys();
      const rows = keys.map((key) =>
        [
          `  ${key.id}`,
          key.name,
          key.hint,
          key.scopes.join(','),
          stateOf(key, now),
          key.lastUsedAt === null ? 'never used' : `last used ${iso(key.lastUsedAt)}`,
        ].join('  '),
      );
      return [`Keys: ${keys.length}`, ...rows];
    },
  },
};
