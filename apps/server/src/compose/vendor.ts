import { makeVendorKeyReads } from '../adapters/postgres/vendor-keys.ts';
import { makeAuthenticateVendorKey } from '../services/vendor/authenticate-key.ts';
import type { Base } from './base.ts';

/** Connects the calls of the vendor's servers (decision 71). */
export const composeVendor = ({ platform, database }: Base) => ({
  authenticate: makeAuthenticateVendorKey(platform, makeVendorKeyReads(database)),
});
