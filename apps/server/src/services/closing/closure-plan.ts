import type { ClosurePlan } from '@foyer/contract/api/closing';
import { normaliseCardBrand } from '@foyer/contract/vocabulary/cards';
import { isoOrNull } from '@foyer/contract/vocabulary/instants';
import { closeAccount } from '@foyer/domain/closing/close-account';
import { closureBlock, closureLosses } from '@foyer/domain/closing/closure-plan';
import { hasClaim } from '@foyer/domain/identity/claims';
import { planAndPrice } from '@foyer/domain/invoices/renewal-invoice';
import { isUndecided } from '@foyer/domain/state/due';
import type { BillingReads } from '../billing/ports.ts';
import type { Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { CLOSING_CLAIM } from './close-account.ts';
import type { ClosingRows } from './ports.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account' | 'receipts'>;
  readonly isSavingCard: ClosingRows['isSavingCard'];
  readonly closingOrder: ClosingRows['closingOrder'];
  readonly brandAllows: (brand: string) => boolean;
}

/**
 * Reads what closing the account would do to each product (SC-10). The closing rule itself computes the credit that is
 * left.
 */
export const makeReadClosurePlan =
  ({ ruleContext }: Platform, { reads, isSavingCard, closingOrder, brandAllows }: Dependencies) =>
  async ({ accountId, claims }: Principal): Promise<ClosurePlan> => {
    const [loaded, receipts, isSaving, order] = await Promise.all([
      reads.account(accountId),
      reads.receipts(accountId, { pageSize: 1, offset: 0, after: null }),
      isSavingCard(accountId),
      closingOrder(accountId),
    ]);
    if (!loaded) throw new Refused('NOT_FOUND');
    const { state, now } = loaded;
    const context = ruleContext(now);
    const closed = closeAccount(state, context, 'customer');
    const balanceCents = closed.ok ? closed.value.account.balanceCents : state.account.balanceCents;
    return {
      items: closureLosses(state, context).map(({ subscription, kind, paidUntil, renews, canStopRenewal }) => ({
        subscriptionId: subscription.id,
        product: subscription.product,
        planName: planAndPrice(context, subscription).plan.displayName,
        kind,
        paidUntil: isoOrNull(paidUntil),
        renews,
        canStopRenewal,
      })),
      openAmountCents: state.invoices
        .filter((invoice) => invoice.status === 'open')
        .reduce((sum, invoice) => sum + invoice.amountDueCents, 0),
      creditCents: Math.max(0, -balanceCents),
      card: state.card === null ? null : { brand: normaliseCardBrand(state.card.brand), last4: state.card.last4 },
      receipts: receipts.total,
      orderedAt: isoOrNull(order?.orderedAt ?? null),
      orderedBy: order && (order.by ? 'support' : 'customer'),
      blocked: closureBlock({
        brandAllows: brandAllows(state.account.brand),
        hasClaim: hasClaim(claims, CLOSING_CLAIM),
        exportStatus: state.account.exportStatus,
        // A closing cancels open challenges, so they do not block it.
        isPaymentUndecided:
          state.attempts.some((attempt) => isUndecided(attempt) && attempt.status !== 'requires_action') || isSaving,
      }),
    };
  };
