import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { ProductGrants } from '../../services/product-sign-in/ports.ts';
import type { Database } from '../postgres/database.ts';
import { makeDeviceCodes } from '../postgres/device-codes.ts';
import { makeOpenidRecords } from '../postgres/openid-records.ts';
import type { CutScopes } from './current-scopes.ts';

const SECOND_MS = 1_000;

/** Kinds that this server does not keep. Sessions of customers are those of the portal, and clients are in a file. */
const NOT_KEPT: readonly string[] = ['Session', 'Client', 'RegistrationAccessToken', 'InitialAccessToken'];

/** Refuses a request with a character that PostgreSQL cannot store, NUL or a lone surrogate (INV-23). */
const refuseUnstorable = async (payload: object): Promise<void> => {
  let isStorable = true;
  JSON.stringify(payload, (_name, value) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) isStorable = false;
    return value;
  });
  if (isStorable) return;
  const { errors } = await import('oidc-provider');
  throw new errors.InvalidRequest('a parameter has characters that are not allowed');
};

const nothing = async (): Promise<undefined> => undefined;
const emptyAdapter: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

/** Grants are rows of `product_grants`, which the use case writes. The library only reads and ends them. */
const grantAdapter = (grants: ProductGrants): Adapter => ({
  ...emptyAdapter,
  find: async (id) => {
    const grant = await grants.live(id);
    if (!grant) return undefined;
    return {
      jti: id,
      kind: 'Grant',
      accountId: grant.accountId,
      clientId: grant.clientId,
      openid: { scope: grant.scopes.join(' ') },
      iat: Math.floor(grant.createdAt / SECOND_MS),
      exp: Math.floor(grant.expiresAt / SECOND_MS),
    } as AdapterPayload;
  },
  destroy: (id) => grants.end(id),
});

const recordAdapter = (database: Database, grants: ProductGrants, kind: string): Adapter => {
  const records = makeOpenidRecords(database, kind);
  return {
    ...emptyAdapter,
    // The id is the code or token itself, so the stored payload has none.
    upsert: async (id, { jti: _jti, ...payload }, lifeSeconds = 0) => {
      await refuseUnstorable(payload);
      await records.put(id, payload, payload.grantId ?? null, lifeSeconds);
    },
    find: async (id) => {
      const found = await records.find(id);
      if (!found) return undefined;
      const consumed = found.consumedAt === null ? {} : { consumed: Math.floor(found.consumedAt / SECOND_MS) };
      return { ...found.payload, ...consumed, jti: id };
    },
    consume: async (id) => {
      if (await records.consume(id)) return;
      // Another call was faster, so this use is a replay. The library ends the grant only if it finds the record used.
      const grantId = (await records.find(id))?.payload.grantId;
      if (typeof grantId === 'string') await grants.end(grantId);
      const { errors } = await import('oidc-provider');
      throw new errors.InvalidGrant(`${kind} was used before`);
    },
    destroy: (id) => records.remove(id),
    revokeByGrantId: (grantId) => grants.end(grantId),
  };
};

/** Kind of the records of authorization requests at a host. */
export const requestKindAt = (host: string): string => `Interaction at ${host}`;

/** Kind of the records of device codes at a host. */
export const deviceKindAt = (host: string): string => `DeviceCode at ${host}`;

/** Device codes. The page of the portal answers them, so the library only stores, polls and consumes them. */
const deviceAdapter = (database: Database, grants: ProductGrants, kind: string): Adapter => {
  const codes = makeDeviceCodes(database, kind);
  return {
    ...recordAdapter(database, grants, kind),
    upsert: async (id, { jti: _jti, userCode, ...payload }, lifeSeconds = 0) => {
      if (userCode === undefined) throw new Error('a device code has no code for its user');
      await refuseUnstorable(payload);
      await codes.put(id, userCode, payload, lifeSeconds);
    },
    find: async (id) => {
      const { default: Provider, errors } = await import('oidc-provider');
      const found = await codes.poll(id, Provider.ctx?.oidc.client?.clientId ?? '');
      if (!found) return undefined;
      if (found.isTooSoon) throw new errors.SlowDown();
      const consumed = found.consumedAt === null ? {} : { consumed: Math.floor(found.consumedAt / SECOND_MS) };
      return { ...found.payload, ...consumed, jti: id };
    },
  };
};

/**
 * Keeps the records of the OpenID library in PostgreSQL. Each host has a provider, so a code or token of one host is unknown
 * at another.
 */
export const makeRecordAdapter = (database: Database, grants: ProductGrants, cutScopes: CutScopes) => {
  const adapterOf = (kind: string, host: string): Adapter => {
    if (kind === 'DeviceCode') return deviceAdapter(database, grants, deviceKindAt(host));
    return kind === 'Grant' ? grantAdapter(grants) : recordAdapter(database, grants, `${kind} at ${host}`);
  };
  return (host: string): AdapterFactory =>
    (kind) => {
      if (NOT_KEPT.includes(kind)) return emptyAdapter;
      const adapter = adapterOf(kind, host);
      return {
        ...adapter,
        find: async (id) => {
          const payload = await adapter.find(id);
          return payload && cutScopes(payload);
        },
      };
    };
};
