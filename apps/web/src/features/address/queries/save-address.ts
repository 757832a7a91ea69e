import type { Me } from '@foyer/contract/api/auth';
import type { ErrorBody } from '@foyer/contract/api/route';
import type { Address } from '@foyer/contract/api/shapes';
import type { AddressText } from '@foyer/contract/vocabulary/address-rules';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import type { Failure } from '../../../lib/failure.ts';
import { lostTypes } from '../../../lib/is-final-answer.ts';
import { broadcastBillingChange } from '../../../lib/tab-broadcast.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { isSameAddress } from '../model/address-values.ts';

/** Result of the address verification in a refusal: faults by field, and suggestions. */
export interface AddressMismatch {
  readonly validate: NonNullable<ErrorBody['validate']>;
  readonly suggestions: NonNullable<ErrorBody['suggestions']>;
}

/** Returns the address mismatch of a refusal; null when the call was refused for another reason. */
export const addressMismatchOf = ({ reason, error }: Failure): AddressMismatch | null => {
  if (reason !== 'ADDRESS_INVALID') return null;
  const { validate = {}, suggestions = [] } = (error?.body ?? {}) as Partial<ErrorBody>;
  return { validate, suggestions };
};

/** Whether the address may be stored in spite of the error (INV-12). Only a refetch of the user tells. */
export const mayBeStored = ({ reason }: Failure): boolean => lostTypes.includes(reason);

/** Queries with prices, which depend on the tax of the address. */
const touched = ['quote', 'plans', 'subscriptions'];

/**
 * Loads the tax rate of the new address into the cached account (AD-07). A failure does not delay the customer, because
 * the rate is only shown.
 */
const loadTax = async (client: QueryClient, { country, postalCode }: Address): Promise<void> => {
  if (postalCode !== '') {
    await call('GET /api/account/taxes/rate/:postalCode', { params: { postalCode }, query: { country } }).then(
      (estimatedTax) =>
        client.setQueryData(accountQuery.queryKey, (account) => account && { ...account, estimatedTax }),
      () => undefined,
    );
  }
  void client.invalidateQueries({ queryKey: accountQuery.queryKey });
};

const updateEverywhere = (client: QueryClient, address: Address): void => {
  broadcastBillingChange();
  for (const queryKey of touched) void client.invalidateQueries({ queryKey: [queryKey] });
  void loadTax(client, address);
};

/**
 * Stores the address and puts it into the cached user (AD-07), so that the previous page does not ask for it again.
 * @throws CallError
 */
export const saveAddress = async (
  client: QueryClient,
  address: AddressText,
  ignoreValidation: boolean,
): Promise<Address> => {
  const body = { ...address, ignoreValidation };
  const { id: _id, ...saved } = await call('POST /api/auth/me/addresses', { body }, { isSlow: true });
  client.setQueryData(meQuery.queryKey, (me: Me | undefined) =>
    me ? { ...me, user: { ...me.user, address: saved, addresses: [...me.user.addresses, saved] } } : me,
  );
  updateEverywhere(client, saved);
  return saved;
};

/**
 * Stored address after ADDRESS_EXISTS. If it equals the sent one, an earlier attempt stored it and its answer was lost,
 * so it counts as saved (AD-07). Null: another address is stored.
 * @throws CallError
 */
export const fetchStoredAddress = async (client: QueryClient, sent: AddressText): Promise<Address | null> => {
  const { user } = await client.fetchQuery({ ...meQuery, staleTime: 0 });
  if (!user.address || !isSameAddress(user.address, sent)) return null;
  updateEverywhere(client, user.address);
  return user.address;
};
