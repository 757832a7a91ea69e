import type { StoredAddress } from '@foyer/contract/api/addresses';
import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { addressRow, readAddress, refuseMismatch, storeAddress, viewAddress } from './new-address.ts';
import type { AddressReads, InAddressTransaction, OpenReview } from './ports.ts';
import type { ScreenAddress } from './screen-address.ts';
import type { VerifyAddress } from './verify-address.ts';

export const makeListAddresses =
  (reads: AddressReads) =>
  async (accountId: AccountId): Promise<StoredAddress[]> =>
    (await reads.list(accountId)).map(viewAddress);

interface Dependencies {
  readonly reads: AddressReads;
  readonly inTransaction: InAddressTransaction;
  readonly verify: VerifyAddress;
  readonly screenAddress: ScreenAddress;
  readonly openReview: OpenReview;
  /**
   * True if customers change their address themselves. Otherwise an operator does, and a customer adds only the first one (D15).
   */
  readonly selfChange: boolean;
}

/**
 * Adds an address (AD-03…AD-07): checked, verified unless the customer has seen the problems and insists, then stored. It is
 * screened if the account holds a controlled plan (EX-01).
 */
export const makeAddAddress =
  (
    { ruleContext, wallNow, newId }: Platform,
    { reads, inTransaction, verify, screenAddress, openReview, selfChange }: Dependencies,
  ) =>
  async (accountId: AccountId, typed: AddressText, ignoreValidation: boolean): Promise<StoredAddress> => {
    const address = readAddress(typed, ignoreValidation);
    // Refuses before the address is verified, because the customer could not use a suggestion.
    if (!selfChange && (await reads.list(accountId)).length > 0) throw new Refused('ADDRESS_EXISTS');
    if (!ignoreValidation) await refuseMismatch(address, verify);
    const verdict = await screenAddress(accountId, address);
    const row = addressRow(newId('address'), address);
    await inTransaction(async (tx) => {
      const before = await tx.lockAccount(accountId);
      if (!before) throw new Refused('NOT_FOUND');
      if (before.state.account.status !== 'open') throw new Refused('FORBIDDEN');
      if (!selfChange && before.state.billTo !== null) throw new Refused('ADDRESS_EXISTS');
      await storeAddress(
        tx,
        accountId,
        { row: { ...row, ignoreValidation }, verdict },
        { ruleContext, wallNow, openReview },
      );
    });
    return viewAddress(row);
  };
