import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { MailFacts } from '@foyer/domain/billing/mail-job';
import { type Catalogue, planById } from '@foyer/domain/catalogue/catalogue';
import { kindOf } from '@foyer/domain/subscription/status';
import type { Holding } from './mail-data.ts';
import type { HeldRow } from './ports.ts';

export interface HoldingNeeds {
  readonly heldRow: (accountId: AccountId, id: string) => Promise<HeldRow | null>;
  readonly catalogueIn: (language: Language) => Catalogue;
}

/**
 * The name of what is held, from its one row: the books of its account would be a dozen statements for each mail. `then`
 * is how it was when the mail was caused, where that may be over by now.
 */
export const makeReadHolding =
  ({ heldRow, catalogueIn }: HoldingNeeds) =>
  async (accountId: AccountId, id: string, language: Language, then?: MailFacts['held']): Promise<Holding | null> => {
    const found = await heldRow(accountId, id);
    const row = found && { ...found, ...then };
    const plan = row && planById(catalogueIn(language), row.planId);
    if (!plan) return null;
    return {
      id: row.id,
      product: row.product,
      type: kindOf(row, plan),
      plan: { name: plan.name },
      isLegacy: plan.isLegacy,
    };
  };
