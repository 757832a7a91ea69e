import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { factsOfCountry } from '../adapters/address-data/country-facts.ts';
import { loadZipCodes } from '../adapters/address-data/us-zip-codes.ts';
import { newId } from '../adapters/new-id.ts';
import { makeAddressReads, makeAddressRows } from '../adapters/postgres/address-store.ts';
import { type BillingStoreNeeds, billingStoreOn } from '../adapters/postgres/billing-store.ts';
import { makeAddAddress, makeListAddresses } from '../services/address/add-address.ts';
import { makeVerifyAddress, type VerifyAddress } from '../services/address/verify-address.ts';

/** Verifier with the tables of the server. One for the whole process, because the table of US ZIP codes is large. */
export const composeVerifier = (onFault: (error: unknown, about: string) => void): VerifyAddress =>
  makeVerifyAddress({ factsOf: factsOfCountry, loadZipCodes, online: null, onFault });

export interface AddressNeeds extends BillingStoreNeeds {
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly verifyAddress: VerifyAddress;
  readonly selfChange: boolean;
}

/** Joins addresses to the tables they are checked with and to the books that follow them. */
export const composeAddress = ({ ruleContext, verifyAddress, selfChange, ...billing }: AddressNeeds) => {
  const reads = makeAddressReads(billing.database);
  return {
    listAddresses: makeListAddresses(reads),
    addAddress: makeAddAddress({
      reads,
      inTransaction: (work) =>
        billing.database.transaction((sql) => work({ ...billingStoreOn(sql, billing), ...makeAddressRows(sql) })),
      verify: verifyAddress,
      newId: () => newId('address'),
      ruleContext,
      selfChange,
    }),
  };
};
