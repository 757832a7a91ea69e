import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { familyOf } from '../catalogue/family.ts';
import { type Refusal, refuse } from '../result.ts';
import type { Account, BillingState } from '../state/entities.ts';
import { isLive } from '../state/status.ts';

/** Person who requests an export-controlled product. */
export interface Party {
  readonly country: string;
  readonly email: string;
  readonly name: string;
  readonly organization: string;
}

/** Parts of an address that are screened. */
export interface ScreenedAddress {
  readonly country: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string;
}

/** Result of a screening. `review`: an operator decides. `deny`: refused without a review. */
export type Verdict = 'clear' | 'review' | 'deny';

/** Countries by ISO 3166-1 alpha-2 code, and email domains including their subdomains. */
export interface ScreeningLists {
  readonly reviewCountries: readonly string[];
  readonly denyCountries: readonly string[];
  readonly reviewDomains: readonly string[];
  readonly denyDomains: readonly string[];
}

/** Tells whether the family of a plan is export-controlled (EX-01). */
export const isControlled = (catalogue: Pick<Catalogue, 'families'>, of: { readonly product: Product }): boolean =>
  familyOf(catalogue, of).exportControl;

/** Tells whether the account holds an export-controlled plan, paid or not. Each new address is screened then (EX-01). */
export const holdsControlled = (
  { subscriptions }: Pick<BillingState, 'subscriptions'>,
  catalogue: Pick<Catalogue, 'families'>,
): boolean => subscriptions.some((subscription) => isLive(subscription) && isControlled(catalogue, subscription));

/** Returns the domain of an email address in lower case. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Tells whether two email addresses have the same domain. Another domain ends a clearance (EX-01). */
export const isSameDomain = (one: string, other: string): boolean => domainOf(one) === domainOf(other);

/** Tells whether two addresses name the same country, person and company. Others end a clearance (EX-01). */
export const isSameParty = (one: ScreenedAddress, other: ScreenedAddress): boolean =>
  (['country', 'firstName', 'lastName', 'organization'] as const).every(
    (part) => one[part].toLowerCase() === other[part].toLowerCase(),
  );

const isOfDomain = (email: string, domains: readonly string[]): boolean => {
  const host = domainOf(email);
  return domains.some((domain) => host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`));
};

/** Screens by country of the address and domain of the email address. `deny` takes precedence over `review`. */
export const screenByLists = ({ country, email }: Party, lists: ScreeningLists): Verdict => {
  if (lists.denyCountries.includes(country) || isOfDomain(email, lists.denyDomains)) return 'deny';
  return lists.reviewCountries.includes(country) || isOfDomain(email, lists.reviewDomains) ? 'review' : 'clear';
};

/**
 * Refuses an account that may not have a controlled product now. A decided status takes precedence over the screening.
 * NEEDS_REVIEW by the screening makes the caller open the review.
 */
export const checkExport = (status: Account['exportStatus'], verdict: Verdict): Refusal | null => {
  switch (status) {
    case 'cleared':
      return null;
    case 'pending':
      return refuse('NEEDS_REVIEW');
    case 'denied':
      return refuse('EXPORT_DENIED');
    case 'none':
      if (verdict === 'clear') return null;
      return refuse(verdict === 'review' ? 'NEEDS_REVIEW' : 'EXPORT_DENIED');
    default:
      return status satisfies never;
  }
};
