import type { Address } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { AddressMismatch } from '@foyer/domain/address/verify-address';
import type { RuleContext } from '@foyer/domain/decision/draft';
import type { Verdict } from '@foyer/domain/screening/screen';
import type { BillingStore, LoadedAccount } from '../billing/ports.ts';
import type { OperatorMail, OperatorRows } from '../operator/ports.ts';

export type { ZipEntry } from '@foyer/domain/address/us-zip-codes';
export type { CountryFacts } from '@foyer/domain/address/verify-address';

/** A stored address. `phone1` is null if there is none. */
export interface StoredAddressRow extends Omit<Address, 'phone1'> {
  readonly id: string;
  readonly phone1: string | null;
}

export interface AddressReads {
  /** Returns all addresses, oldest first. The last one is current. */
  list(accountId: AccountId): Promise<StoredAddressRow[]>;
}

export interface AddressRows {
  /** Returns the newest address; null if there is none. */
  current(accountId: AccountId): Promise<StoredAddressRow | null>;
  /** Adds an address after the current ones. The caller holds the lock of the account. */
  add(accountId: AccountId, address: StoredAddressRow & { readonly ignoreValidation: boolean }): Promise<void>;
}

export type AddressTransaction = AddressRows &
  Pick<BillingStore, 'lockAccount' | 'store' | 'pendingReview' | 'openReview' | 'endClearance'>;

/** Opens the export review that a screening requires, mails the customer, and returns its id (EX-01). */
export type OpenReview = (
  store: AddressTransaction,
  loaded: LoadedAccount,
  opening: { readonly accountId: AccountId; readonly verdict: Verdict; readonly wallNow: Instant },
  context: RuleContext,
) => Promise<string>;

export type InAddressTransaction = <T>(work: (tx: AddressTransaction) => Promise<T>) => Promise<T>;

export type InOperatorAddressTransaction = <T>(
  work: (
    tx: AddressTransaction & Pick<OperatorRows, 'ownerOf' | 'addActivity' | 'record'> & OperatorMail,
  ) => Promise<T>,
) => Promise<T>;

/**
 * Online verifier of addresses that passed the built-in rules. Returns null for a known address. If it throws, the built-in
 * verdict counts, so that a failed service blocks no customer.
 */
export type OnlineVerifier = (address: Address) => Promise<AddressMismatch | null>;
