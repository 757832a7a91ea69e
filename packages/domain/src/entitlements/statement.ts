import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { BillingState } from '../state/entities.ts';
import type { BillingSettings } from '../state/settings.ts';
import { type Entitlement, entitlementsOf } from './entitlement.ts';

/**
 * Validity of a statement in days. A statement cannot be revoked. So it is short enough for a refund or closed account
 * to take effect, and long enough not to be downloaded every week.
 */
const STATEMENT_DAYS = 90;

export interface Statement {
  readonly issuedAt: Instant;
  readonly validUntil: Instant;
  readonly entitlements: readonly Entitlement[];
}

/**
 * Statement of the current entitlements of an account. A lab without a network can verify it (BY-08). Entitlements that
 * do not hold are left out; each of the others carries its end. Refuses accounts under export review or denied, because
 * a statement unlocks the software (EX-01).
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
