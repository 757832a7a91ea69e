import type { StoredAddress } from '@foyer/contract/api/addresses';
import type { Address } from '@foyer/contract/api/shapes';
import { type AddressText, addressFaults, addressParts } from '@foyer/contract/vocabulary/address-rules';
import { statesOf } from '@foyer/contract/vocabulary/address-states';
import { countryForm } from '@foyer/contract/vocabulary/country-form';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { normaliseAddress } from '@foyer/domain/address/normalise-address';
import { type Doubt, verifiedParts } from '@foyer/domain/address/verify-address';
import { finish, type RuleContext, startDraft } from '@foyer/domain/billing/draft';
import { Refused } from '../refused.ts';
import type { AddressReads, InAddressTransaction, StoredAddressRow } from './ports.ts';
import type { VerifyAddress } from './verify-address.ts';

/** `phone1` is left out when empty, not sent as null (readings 3.5). */
const view = <Row extends { readonly phone1: string | null }>({ phone1, ...row }: Row) => ({
  ...row,
  ...(phone1 === null || phone1 === '' ? {} : { phone1 }),
});

export const makeListAddresses =
  (reads: AddressReads) =>
  async (accountId: AccountId): Promise<StoredAddress[]> =>
    (await reads.list(accountId)).map(view);

export interface AddAddressNeeds {
  readonly reads: AddressReads;
  readonly inTransaction: InAddressTransaction;
  readonly verify: VerifyAddress;
  readonly newId: () => string;
  readonly ruleContext: (now: Instant) => RuleContext;
  /** Customers change their address themselves; otherwise support does, and the first one is the only one (D15). */
  readonly selfChange: boolean;
}

/** What each fault is called where no page has better words. */
const faultWords = {
  required: 'is required',
  'not-listed': 'is not in the list',
  number: 'must be a number',
  'too-long': 'is too long',
} as const;

const check = (address: AddressText): void => {
  const faults = addressFaults(address, countryForm(address.country));
  for (const field of addressParts) {
    const fault = faults[field];
    if (fault) throw new Refused('INVALID_REQUEST', { field, message: `The field ${field} ${faultWords[fault]}.` });
  }
};

const doubted = (original: Address, { validate, suggestions }: Doubt): Refused =>
  new Refused('ADDRESS_INVALID', {
    beside: {
      validate: Object.fromEntries(verifiedParts.map((part) => [part, validate[part] ?? null])),
      suggestions: suggestions.map(view),
      original: view(original as AddressText),
    },
  });

/**
 * Adds an address (AD-03…AD-07): checked, verified unless the customer has seen the doubts and insists, then stored behind
 * those there are. What is due next may be another thing with it, since the country decides about cards (I13), so the
 * account's next date is set in the same transaction.
 */
export const makeAddAddress =
  ({ reads, inTransaction, verify, newId, ruleContext, selfChange }: AddAddressNeeds) =>
  async (accountId: AccountId, typed: AddressText, ignoreValidation: boolean): Promise<StoredAddress> => {
    const address = normaliseAddress(typed, statesOf(typed.country.trim()));
    check(address);
    // Before the verifier is asked: whoever may not change the address is not told how to.
    if (!selfChange && (await reads.list(accountId)).length > 0) throw new Refused('ADDRESS_EXISTS');
    const doubt = ignoreValidation ? null : await verify(address);
    if (doubt) throw doubted(address, doubt);

    const row: StoredAddressRow = { ...address, id: newId(), phone1: address.phone1 === '' ? null : address.phone1 };
    await inTransaction(async (tx) => {
      const before = await tx.lockAccount(accountId);
      if (!before) throw new Refused('NOT_FOUND');
      if (before.state.account.status !== 'open') throw new Refused('FORBIDDEN');
      if (!selfChange && before.state.billTo !== null) throw new Refused('ADDRESS_EXISTS');
      await tx.add(accountId, { ...row, ignoreValidation });
      const after = await tx.lockAccount(accountId);
      if (after) await tx.store(finish(startDraft(after.state, ruleContext(after.now))));
    });
    return view(row);
  };
