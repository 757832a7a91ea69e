import type { Address } from '@foyer/contract/api/shapes';
import { type AddressText, addressFaults, addressParts } from '@foyer/contract/vocabulary/address-rules';
import { statesOf } from '@foyer/contract/vocabulary/address-states';
import { countryForm } from '@foyer/contract/vocabulary/country-form';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { normaliseAddress } from '@foyer/domain/address/normalise-address';
import { verifiedParts } from '@foyer/domain/address/verify-address';
import { finish, startDraft } from '@foyer/domain/decision/draft';
import { holdsControlled, isSameParty, type Verdict } from '@foyer/domain/screening/screen';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { AddressTransaction, OpenReview, StoredAddressRow } from './ports.ts';
import type { VerifyAddress } from './verify-address.ts';

/** Address as a reply shows it. An empty `phone1` is left out and not sent as null. */
export const viewAddress = <Row extends { readonly phone1: string | null }>({ phone1, ...row }: Row) => ({
  ...row,
  ...(phone1 === null || phone1 === '' ? {} : { phone1 }),
});

/** Messages by fault, for callers without separate texts. */
const faultWords = {
  required: 'is required',
  'not-listed': 'is not in the list',
  number: 'must be a number',
  'too-long': 'is too long',
} as const;

/**
 * Tells whether the country has a list of states and the state is not in it. Such an address has no tax rate (AD-03), so
 * it is refused also if the verifier is skipped.
 */
const isStateUnlisted = ({ country, state }: AddressText): boolean => {
  const states = statesOf(country);
  return state !== '' && states.length > 0 && states.every(({ code }) => code !== state);
};

/**
 * Normalizes a typed address. Refuses INVALID_REQUEST with the first invalid field. With `ignoreValidation` that may be
 * a state that does not exist. Otherwise the verifier finds it and suggests others.
 */
export const readAddress = (typed: AddressText, ignoreValidation: boolean): AddressText => {
  const address = normaliseAddress(typed, statesOf(typed.country.trim()));
  const faults = {
    ...(ignoreValidation && isStateUnlisted(address) && { state: 'not-listed' as const }),
    ...addressFaults(address, countryForm(address.country)),
  };
  for (const field of addressParts) {
    const fault = faults[field];
    if (fault) throw new Refused('INVALID_REQUEST', { field, message: `The field ${field} ${faultWords[fault]}.` });
  }
  return address;
};

/** Verifies an address. Refuses ADDRESS_INVALID with the problems of its parts and suggestions (AD-05). */
export const refuseMismatch = async (address: AddressText, verify: VerifyAddress): Promise<void> => {
  const mismatch = await verify(address);
  if (!mismatch) return;
  throw new Refused('ADDRESS_INVALID', {
    beside: {
      validate: Object.fromEntries(verifiedParts.map((part) => [part, mismatch.validate[part] ?? null])),
      suggestions: mismatch.suggestions.map(viewAddress),
      original: viewAddress(address as Address & AddressText),
    },
  });
};

export const addressRow = (id: string, address: AddressText): StoredAddressRow => ({
  ...address,
  id,
  phone1: address.phone1 === '' ? null : address.phone1,
});

export interface AddressToStore {
  readonly row: Parameters<AddressTransaction['add']>[1];
  /** Result of `ScreenAddress`. It was called before the transaction, because it may be slow. */
  readonly verdict: Verdict | null;
}

/**
 * Stores an address behind those the account has, so that it is the current one, and sets the account's next due date,
 * because the country decides about cards (I13). Ends a clearance that was given for other facts (decision 56). Opens the
 * export review that the screening asks for, and returns its id (EX-01, D7). Refused if a controlled plan began after the
 * screening was left out.
 */
export const storeAddress = async (
  tx: AddressTransaction,
  accountId: AccountId,
  { row, verdict }: AddressToStore,
  { ruleContext, wallNow, openReview }: Pick<Platform, 'ruleContext' | 'wallNow'> & { readonly openReview: OpenReview },
): Promise<string | null> => {
  const before = await tx.current(accountId);
  if (!before || !isSameParty(before, row)) await tx.endClearance(accountId);
  await tx.add(accountId, row);
  const after = await tx.lockAccount(accountId);
  if (!after) return null;
  const context = ruleContext(after.now);
  await tx.store(finish(startDraft(after.state, context)));
  if (after.state.account.exportStatus !== 'none' || !holdsControlled(after.state, context.catalogue)) return null;
  if (verdict === null) throw new Refused('OPERATION_IN_PROGRESS');
  return verdict === 'clear' ? null : openReview(tx, after, { accountId, verdict, wallNow: wallNow() }, context);
};
