import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { factsOfCountry } from '../adapters/address-data/country-facts.ts';
import { loadZipCodes } from '../adapters/address-data/us-zip-codes.ts';
import { newId } from '../adapters/new-id.ts';
import { makeAddressReads, makeAddressRows } from '../adapters/postgres/address-store.ts';
import { type BillingStoreNeeds, billingStoreOn } from '../adapters/postgres/billing-store.ts';
import { makeAddAddress, makeListAddresses } from '../services/address/add-address.ts';
import { makeVerifyAddress } from '../services/address/verify-address.ts';

export interface AddressNeeds extends BillingStoreNeeds {
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly onFault: (error: unknown, about: string) => void;
  readonly selfChange: boolean;
}

/** Joins addresses to the tables they are checked with and to the books that follow them. */
export const composeAddress = ({ ruleContext, onFault, selfChange, ...billing }: AddressNeeds) => {
  const reads = makeAddressReads(billing.database);
  return {
    listAddresses: makeListAddresses(reads),
    addAddress: makeAddAddress({
      reads,
      inTransaction: (work) =>
        billing.database.transaction((sql) => work({ ...billingStoreOn(sql, billing), ...makeAddressRows(sql) })),
      verify: makeVerifyAddress({ factsOf: factsOfCountry, loadZipCodes, online: null, onFault }),
      newId: () => newId('address'),
      ruleContext,
      selfChange,
    }),
  };
};
