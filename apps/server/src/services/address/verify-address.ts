import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { indexZipCodes, type ZipCodes } from '@foyer/domain/address/us-zip-codes';
import { type Doubt, verifyAddress } from '@foyer/domain/address/verify-address';
import type { Platform } from '../platform.ts';
import type { CountryFacts, OnlineVerifier, ZipEntry } from './ports.ts';

interface Dependencies {
  readonly factsOf: (country: string) => CountryFacts;
  /** Loads the table of US ZIP codes. It is large, so this happens at the first US address. */
  readonly loadZipCodes: () => Promise<Iterable<ZipEntry>>;
  readonly online: OnlineVerifier | null;
}

/** True if no part of the address is doubted. Its spelling may differ from that of the postal service. */
const isBelieved = (doubt: Doubt | null): boolean => doubt === null || Object.keys(doubt.validate).length === 0;

/** Verifies that the postal service could deliver to an address (AD-05). Returns null if nothing is doubted. */
export const makeVerifyAddress = ({ onFault }: Platform, { factsOf, loadZipCodes, online }: Dependencies) => {
  let index: Promise<ZipCodes> | undefined;
  const zipCodes = async (): Promise<ZipCodes> => {
    index ??= loadZipCodes().then(indexZipCodes);
    try {
      return await index;
    } catch (error) {
      index = undefined; // the next call tries again
      throw error;
    }
  };
  return async (address: AddressText): Promise<Doubt | null> => {
    const zips = address.country === 'US' ? await zipCodes() : null;
    const doubt = verifyAddress(address, factsOf(address.country), zips);
    if (!online || !isBelieved(doubt)) return doubt;
    try {
      return (await online(address)) ?? doubt;
    } catch (error) {
      onFault(error, 'the online address verifier');
      return doubt;
    }
  };
};

export type VerifyAddress = ReturnType<typeof makeVerifyAddress>;
