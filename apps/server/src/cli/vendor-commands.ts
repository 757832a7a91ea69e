import { iso } from '@foyer/contract/vocabulary/instants';
import { VENDOR_KEY_MAX_DAYS, vendorScopeNames, vendorScopes } from '@foyer/contract/vocabulary/vendor-scopes';
import type { Command } from './command.ts';
import { account, byOf, given, signedLike } from './parts.ts';

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

/** Commands for keys of the vendor API and for external ids that its calls gave (decisions 71 and 85). */
export const vendorCommands: Readonly<Record<string, Command>> = {
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
  'external-id show': {
    summary: 'Show the id that the vendor gave a customer',
    options: { account },
    run: async (operator, values) => {
      const { accountId, externalId } = await operator.showExternalId(given(values, 'account'));
      return [
        externalId === null ? `${accountId} has no external id.` : `${accountId} has the external id ${externalId}`,
      ];
    },
  },
  'external-id remove': {
    summary:
      'Remove a wrong external id of a customer. Also ends what portal links opened. A call of the vendor API gives the right one',
    options: {
      account,
      'external-id': { what: 'the id that is wrong', example: 'crm-4711', longest: 200 },
      ...signedLike('"linked to the wrong customer"'),
    },
    run: async (operator, values) => {
      const externalId = given(values, 'external-id');
      const { accountId } = await operator.removeExternalId(given(values, 'account'), externalId, byOf(values));
      return [
        `${accountId} has no external id any more. Its unused portal links open nothing, and sessions that began by links have ended.`,
        `The next POST /vendor/v1/customers can give it one, or give ${externalId} to another customer.`,
      ];
    },
  },
};
