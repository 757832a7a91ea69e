import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import { indexZipCodes, type ZipCodes } from '@foyer/domain/address/us-zip-codes';
import { type AddressMismatch, verifyAddress } from '@foyer/domain/address/verify-address';
import type { Platform } from '../platform.ts';
import type { CountryFacts, OnlineVerifier, ZipEntry } from './ports.ts';

interface Dependencies {
  readonly factsOf: (country: string) => CountryFacts;
  /** Loads the table of US ZIP codes. It is large, so this happens at the first US address. */
  readonly loadZipCodes: () => Promise<Iterable<ZipEntry>>;
  readonly online: OnlineVerifier | null;
}

/** True if no part of the address has a problem. Its spelling may differ from that of the postal service. */
const isAccepted = (mismatch: AddressMismatch | null): boolean =>
  mismatch === null || Object.keys(mismatch.validate).length === 0;

/** Verifies that the postal service could deliver to an address (AD-05). Returns its problems with suggestions, or null. */
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
  return async (address: AddressText): Promise<AddressMismatch | null> => {
    const zips = address.country === 'US' ? await zipCodes() : null;
    const mismatch = verifyAddress(address, factsOf(address.country), zips);
    if (!online || !isAccepted(mismatch)) return mismatch;
    try {
      return (await online(address)) ?? mismatch;
    } catch (error) {
      onFault(error, 'the online address verifier');
      return mismatch;
    }
  };
};

export type VerifyAddress = ReturnType<typeof makeVerifyAddress>;
