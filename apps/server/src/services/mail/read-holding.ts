import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { type Catalogue, planById } from '@foyer/domain/catalogue/catalogue';
import { kindOf } from '@foyer/domain/subscription/status';
import type { Holding } from './letter-parts.ts';
import type { HeldRow } from './ports.ts';

export interface HoldingNeeds {
  readonly heldRow: (accountId: AccountId, id: string) => Promise<HeldRow | null>;
  readonly catalogueIn: (language: Language) => Catalogue;
}

/** The name of what is held, from its one row: the books of its account would be a dozen statements for each mail. */
export const makeReadHolding =
  ({ heldRow, catalogueIn }: HoldingNeeds) =>
  async (accountId: AccountId, id: string, language: Language): Promise<Holding | null> => {
    const row = await heldRow(accountId, id);
    const plan = row && planById(catalogueIn(language), row.planId);
    if (!plan) return null;
    return { id: row.id, product: row.product, type: kindOf(row, plan), plan: { name: plan.name } };
  };
