import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Account } from '../billing/entities.ts';
import { type Refusal, refuse } from '../result.ts';

/** Who asks for a product that U.S. export regulation looks at. */
export interface Party {
  readonly country: string;
  readonly email: string;
  readonly name: string;
  readonly organization: string;
}

/** What a screening says. `review`: a person decides; `deny`: nobody has to. */
export type Verdict = 'clear' | 'review' | 'deny';

/** Countries by ISO 3166 code, and domains of e-mail addresses, sub-domains with them. */
export interface ScreeningLists {
  readonly reviewCountries: readonly string[];
  readonly denyCountries: readonly string[];
  readonly reviewDomains: readonly string[];
  readonly denyDomains: readonly string[];
}

/** Products whose download is export-controlled (billing.md §2.6, D7). */
export const isControlled = (product: Product): boolean => product === 'scope';

const isOfDomain = (email: string, domains: readonly string[]): boolean => {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.some((domain) => host === domain.toLowerCase() || host.endsWith(`.${domain.toLowerCase()}`));
};

/** The default screening: by country of the address and domain of the e-mail address; what denies goes before what delays. */
export const screenByLists = ({ country, email }: Party, lists: ScreeningLists): Verdict => {
  if (lists.denyCountries.includes(country) || isOfDomain(email, lists.denyDomains)) return 'deny';
  return lists.reviewCountries.includes(country) || isOfDomain(email, lists.reviewDomains) ? 'review' : 'clear';
};

/**
 * Whether an account may have a controlled product now: what was decided about it holds, and where nothing was, what the
 * screening says. A refusal that comes of the screening opens the review it speaks of.
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
