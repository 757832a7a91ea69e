import { factsOfCountry } from '../adapters/address-data/country-facts.ts';
import { loadZipCodes } from '../adapters/address-data/us-zip-codes.ts';
import { makeAddressReads, makeAddressRows } from '../adapters/postgres/address-store.ts';
import { billingStoreOn } from '../adapters/postgres/billing-store.ts';
import { makeAddAddress, makeListAddresses } from '../services/address/add-address.ts';
import { makeScreenAddress } from '../services/address/screen-address.ts';
import { makeVerifyAddress, type VerifyAddress } from '../services/address/verify-address.ts';
import type { Platform } from '../services/platform.ts';
import { openReview } from '../services/screening/open-review.ts';
import type { Base } from './base.ts';

/** Verifier with the tables of the server. One for the whole process, because the table of US ZIP codes is large. */
export const composeVerifier = (platform: Platform): VerifyAddress =>
  makeVerifyAddress(platform, { factsOf: factsOfCountry, loadZipCodes, online: null });

/** Connects addresses to the tables that verify them and to billing, which follows a change. */
export const composeAddress = (base: Base, verify: VerifyAddress) => {
  const { platform, database, billingStore, addressSelfChange = false } = base;
  const reads = makeAddressReads(database);
  return {
    listAddresses: makeListAddresses(reads),
    addAddress: makeAddAddress(platform, {
      reads,
      inTransaction: (work) =>
        database.transaction((sql) => work({ ...billingStoreOn(sql, billingStore), ...makeAddressRows(sql) })),
      verify,
      screenAddress: makeScreenAddress(base.platform, base),
      openReview,
      selfChange: addressSelfChange,
    }),
  };
};
