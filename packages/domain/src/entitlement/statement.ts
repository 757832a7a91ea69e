import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { BillingState } from '../billing/entities.ts';
import type { BillingSettings } from '../billing/settings.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { ok, type Result, refuse } from '../result.ts';
import { type Entitlement, entitlementsOf } from './entitlement.ts';

/**
 * How long a statement speaks for itself. Nothing can call it back, so it is short enough for a refund or a closed
 * account to come to the lab within a season, and long enough not to be fetched every week.
 */
const STATEMENT_DAYS = 90;

export interface Statement {
  readonly issuedAt: Instant;
  readonly validUntil: Instant;
  readonly entitlements: readonly Entitlement[];
}

/**
 * BY-08: what an account may use at `now`, for a lab that cannot ask. What may not be used is left out; what ends
 * earlier than the statement says so itself. Export control comes first: a statement is as good as the software (EX-01).
 */
export const statementOf = (
  state: BillingState,
  context: { readonly now: Instant; readonly catalogue: Catalogue; readonly settings: BillingSettings },
): Result<Statement> => {
  if (state.account.exportStatus === 'pending') return refuse('NEEDS_REVIEW');
  if (state.account.exportStatus === 'denied') return refuse('EXPORT_DENIED');
  return ok({
    issuedAt: context.now,
    validUntil: context.now + STATEMENT_DAYS * DAY_MS,
    entitlements: entitlementsOf(state, context).filter(({ entitled }) => entitled),
  });
};
