import { randomBytes } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@foyer/contract/vocabulary/instants';
import type { SignOutRequest, SignOutRequests } from '../../services/product-sign-in/ports.ts';
import type { Database } from '../postgres/database.ts';
import { makeOpenidRecords } from '../postgres/openid-records.ts';

/** Time in which the page of the portal reads a request. */
const LIFE_SECONDS = (10 * MINUTE_MS) / SECOND_MS;

/** Sign-outs that products ask for, by the host at which they ask. */
export const makeSignOutRequests = (database: Database): SignOutRequests => {
  const recordsAt = (host: string) => makeOpenidRecords(database, `SignOutRequest at ${host}`);
  return {
    store: async (host, request) => {
      const id = randomBytes(32).toString('base64url');
      await recordsAt(host).put(id, { ...request }, null, LIFE_SECONDS);
      return id;
    },
    find: async (host, id) => ((await recordsAt(host).find(id))?.payload ?? null) as SignOutRequest | null,
  };
};
