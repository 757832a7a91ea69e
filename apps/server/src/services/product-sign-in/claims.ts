import type { EntitlementView } from '@foyer/contract/api/entitlements';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { entitlementsOf } from '@foyer/domain/entitlements/entitlement';
import type { BillingReads } from '../billing/ports.ts';
import { viewEntitlement } from '../entitlements/view-entitlement.ts';
import type { Platform } from '../platform.ts';
import type { ClaimedAddress, ClaimedUser, ClaimedUsers } from './ports.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account'>;
  readonly users: ClaimedUsers;
}

/** Claims about a user (OpenID Connect Core, 5.1), and what the account may use. */
export interface UserClaims {
  readonly name?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly locale?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly address?: Readonly<Record<string, string>>;
  /** The same list as in the messages to products. */
  readonly entitlements?: readonly EntitlementView[];
}

const profileOf = ({ firstName, lastName, language }: ClaimedUser): UserClaims => {
  const name = `${firstName} ${lastName}`.trim();
  return {
    ...(name === '' ? {} : { name }),
    ...(firstName === '' ? {} : { given_name: firstName }),
    ...(lastName === '' ? {} : { family_name: lastName }),
    locale: language,
  };
};

const addressOf = (address: ClaimedAddress): Readonly<Record<string, string>> => ({
  street_address: [address.addressLine1, address.addressLine2].filter(Boolean).join('\n'),
  locality: address.city,
  ...(address.state === '' ? {} : { region: address.state }),
  postal_code: address.postalCode,
  country: address.country,
});

/** Returns the claims of an account for the scopes that a product was granted. Null if the account is closed. */
export const makeReadClaims =
  ({ ruleContext }: Pick<Platform, 'ruleContext'>, { reads, users }: Dependencies) =>
  async (accountId: AccountId, scopes: ReadonlySet<string>): Promise<UserClaims | null> => {
    const user = await users.ofAccount(accountId);
    if (!user) return null;
    const held = scopes.has('entitlements') ? await reads.account(accountId) : null;
    return {
      ...(scopes.has('profile') ? profileOf(user) : {}),
      ...(scopes.has('email') ? { email: user.email, email_verified: user.emailVerifiedAt !== null } : {}),
      ...(scopes.has('address') && user.address ? { address: addressOf(user.address) } : {}),
      ...(held ? { entitlements: entitlementsOf(held.state, ruleContext(held.now)).map(viewEntitlement) } : {}),
    };
  };
