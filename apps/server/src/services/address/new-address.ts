import type { Address } from '@foyer/contract/api/shapes';
import { type AddressText, addressFaults, addressParts } from '@foyer/contract/vocabulary/address-rules';
import { statesOf } from '@foyer/contract/vocabulary/address-states';
import { countryForm } from '@foyer/contract/vocabulary/country-form';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { normaliseAddress } from '@foyer/domain/address/normalise-address';
import { verifiedParts } from '@foyer/domain/address/verify-address';
import { finish, type RuleContext, startDraft } from '@foyer/domain/billing/draft';
import { Refused } from '../refused.ts';
import type { AddressTransaction, StoredAddressRow } from './ports.ts';
import type { VerifyAddress } from './verify-address.ts';

/** Address as a reply shows it. An empty `phone1` is left out and not sent as null. */
export const viewAddress = <Row extends { readonly phone1: string | null }>({ phone1, ...row }: Row) => ({
  ...row,
  ...(phone1 === null || phone1 === '' ? {} : { phone1 }),
});

/** Words for each fault where no page has better ones. */
const faultWords = {
  required: 'is required',
  'not-listed': 'is not in the list',
  number: 'must be a number',
  'too-long': 'is too long',
} as const;

/** Normalises a typed address. Refuses INVALID_REQUEST with the first field that has a fault. */
export const readAddress = (typed: AddressText): AddressText => {
  const address = normaliseAddress(typed, statesOf(typed.country.trim()));
  const faults = addressFaults(address, countryForm(address.country));
  for (const field of addressParts) {
    const fault = faults[field];
    if (fault) throw new Refused('INVALID_REQUEST', { field, message: `The field ${field} ${faultWords[fault]}.` });
  }
  return address;
};

/** Asks the verifier about an address. Refuses ADDRESS_INVALID with what is doubted and what may be meant (AD-05). */
export const refuseDoubted = async (address: AddressText, verify: VerifyAddress): Promise<void> => {
  const doubt = await verify(address);
  if (!doubt) return;
  throw new Refused('ADDRESS_INVALID', {
    beside: {
      validate: Object.fromEntries(verifiedParts.map((part) => [part, doubt.validate[part] ?? null])),
      suggestions: doubt.suggestions.map(viewAddress),
      original: viewAddress(address as Address & AddressText),
    },
  });
};

export const addressRow = (id: string, address: AddressText): StoredAddressRow => ({
  ...address,
  id,
  phone1: address.phone1 === '' ? null : address.phone1,
});

/**
 * Stores an address behind those the account has, so that it is the current one. The country decides about cards (I13), so
 * the same transaction also sets the account's next due date.
 */
export const storeAddress = async (
  tx: AddressTransaction,
  accountId: AccountId,
  address: Parameters<AddressTransaction['add']>[1],
  ruleContext: (now: Instant) => RuleContext,
): Promise<void> => {
  await tx.add(accountId, address);
  const after = await tx.lockAccount(accountId);
  if (after) await tx.store(finish(startDraft(after.state, ruleContext(after.now))));
};
