import type { FamilyKind, FamilyLimit, LiveSubscriptionCount } from '@foyer/contract/vocabulary/families';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Product } from '@foyer/contract/vocabulary/plans';

/** Product family of the vendor: `catalog/families.yaml` and table `families`. The rules read these members, never the key. */
export interface Family {
  /** Key in ids of plans, calls and paths. Plans and subscriptions have it as `product`. */
  readonly key: Product;
  readonly kind: FamilyKind;
  readonly names: Readonly<Record<Language, string>>;
  readonly liveSubscriptions: LiveSubscriptionCount;
  /** Perpetual licences and their maintenance exist. */
  readonly hasMaintenance: boolean;
  /** Orders are screened and need an address (EX-01). */
  readonly exportControl: boolean;
  /** Claim that a user needs to open the product. Null: every user may. */
  readonly claim: string | null;
  readonly limits: readonly FamilyLimit[];
  readonly sortOrder: number;
}

interface WithFamilies {
  readonly families: readonly Family[];
}

/** Finds the family of a plan or subscription. Throws if it is missing: the catalogue keeps every family with a plan. */
export const familyOf = ({ families }: WithFamilies, { product }: { readonly product: Product }): Family => {
  const family = families.find(({ key }) => key === product);
  if (!family)
    throw new Error(`the family ${product} is not in the catalogue: import one with a families.yaml that has it`);
  return family;
};

/** Tells whether an account may have several live subscriptions of the family, each independent of the others. */
export const allowsSeveral = (catalogue: WithFamilies, of: { readonly product: Product }): boolean =>
  familyOf(catalogue, of).liveSubscriptions === 'several';
