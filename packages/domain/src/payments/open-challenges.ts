import type { AttemptId, InvoiceId, SubscriptionId } from '@foyer/contract/vocabulary/ids';
import type { Product } from '@foyer/contract/vocabulary/plans';
import type { Attempt, BillingState, Invoice } from '../state/entities.ts';

export interface OpenChallenge {
  readonly attemptId: AttemptId;
  readonly kind: 'order' | 'purchase' | 'receipt' | 'card';
  readonly product: Product | null;
  /** Null for a card, and for a subscription that exists only once it is paid. */
  readonly subscriptionId: SubscriptionId | null;
  readonly receiptId: InvoiceId | null;
  readonly description: string | null;
  readonly amountCents: number;
}

const kindOf = ({ reason }: Invoice): OpenChallenge['kind'] =>
  reason === 'one_time' ? 'purchase' : reason === 'create' || reason === 'change' ? 'order' : 'receipt';

/**
 * Challenges the customer can still answer, oldest first, so that any page can offer them again. Attempts with a lease
 * are left out: they are being ended at the gateway.
 */
export const openChallenges = (state: BillingState, attempts: readonly Attempt[]): OpenChallenge[] =>
  attempts
    .filter(({ status, leaseUntil }) => status === 'requires_action' && leaseUntil === null)
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .flatMap(({ id: attemptId, kind, invoiceId, amountCents }): OpenChallenge[] => {
      const nothing = { product: null, subscriptionId: null, receiptId: null, description: null };
      if (kind === 'setup') return [{ attemptId, kind: 'card', ...nothing, amountCents }];
      const invoice = state.invoices.find(({ id }) => id === invoiceId);
      // The invoice was decided between the two queries.
      if (!invoice) return [];
      const bought = state.purchases.find((purchase) => purchase.invoiceId === invoice.id)?.forSubscriptionId;
      const subscription = state.subscriptions.find(({ id }) => id === (bought ?? invoice.subscriptionId));
      return [
        {
          attemptId,
          kind: kindOf(invoice),
          product: subscription?.product ?? null,
          subscriptionId: subscription && subscription.status !== 'incomplete' ? subscription.id : null,
          receiptId: invoice.id,
          description: invoice.description,
          amountCents,
        },
      ];
    });
