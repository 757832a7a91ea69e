import { findEarlierCharge, type ListedCharge } from '@foyer/domain/payments/earlier-charge';
import type { AttemptOutcome } from '@foyer/domain/payments/settle';
import type { BillingReads, ChargeOrder, FoundPayment, PaymentGateway, RestoredCharges } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { chargeOutcome } from './charge-outcome.ts';

export interface EarlierDependencies {
  readonly gateway: Pick<PaymentGateway, 'listPayments' | 'cancel'>;
  readonly reads: Pick<BillingReads, 'attemptRefs'>;
  readonly restoredCharges: RestoredCharges;
}

/** Payment of the gateway as the rules compare it with the books of its account. */
const asListed = (payment: FoundPayment, known: ReadonlySet<string>): FoundPayment & ListedCharge => ({
  ...payment,
  isOver: payment.state.kind === 'declined' || payment.state.kind === 'canceled',
  isInBooks: known.has(payment.attemptId ?? '') || known.has(payment.ref),
});

/** Ids of attempts and of their payments at the gateway. */
const knownRefs = (refs: Awaited<ReturnType<BillingReads['attemptRefs']>>): ReadonlySet<string> =>
  new Set(refs.flatMap(({ id, gatewayIntentRef }) => [id, gatewayIntentRef ?? id]));

/**
 * Returns the outcome of a payment after the attempt has claimed it, so that no operator dismisses a payment that is booked
 * at the same time. If the payment has found another place meanwhile, the list is compared again, without it.
 */
const claim = async (
  outcome: AttemptOutcome,
  intentRef: string,
  attempt: ChargeOrder['attempt'],
  { restoredCharges }: EarlierDependencies,
  compareAgain: () => ReturnType<typeof findEarlierPayment>,
): ReturnType<typeof findEarlierPayment> => {
  const claimed = await restoredCharges.claimPayment(attempt, intentRef);
  if (claimed === 'placed') return compareAgain();
  return claimed === 'claimed' ? outcome : null;
};

/**
 * Asks the gateway whether it has taken the money of a charge before, for an attempt that a restored database has lost
 * (decision 61). Returns that outcome. Null if a payment conflicts, so that an operator decides and nothing is charged, or
 * if another worker has decided the attempt.
 */
export const findEarlierPayment = async (
  order: ChargeOrder,
  since: number,
  platform: Pick<Platform, 'onFault'>,
  needs: EarlierDependencies,
): Promise<AttemptOutcome | null | 'key_taken' | 'none'> => {
  const { attempt, purpose, customerRef, mayBeSent, restoredFrom } = order;
  const { gateway, reads, restoredCharges } = needs;
  const { id, gatewayKey: key, amountCents, accountId } = attempt;
  const listed = await gateway.listPayments(since, customerRef);
  const known = knownRefs(await reads.attemptRefs(accountId));
  const wanted = { attemptId: id, key, purpose, amountCents };
  const found = findEarlierCharge(
    wanted,
    listed.map((payment) => asListed(payment, known)),
  );
  if (!('charge' in found)) return found.kind;
  const { ref, state } = found.charge;
  if (restoredFrom === null && found.charge.attemptId !== id)
    await restoredCharges.recordRestore(found.charge.createdAt);
  if (found.kind === 'conflicts') {
    if (!mayBeSent)
      platform.onFault(
        new Error(
          `payment ${id} waits: the gateway has ${ref} of the same customer, which is not in the books. Compare them: npm run foyer -- reconcile`,
        ),
        `payment ${id}`,
      );
    return null;
  }
  if (found.charge.attemptId === id) return chargeOutcome(state);
  const claimed = (outcome: AttemptOutcome) =>
    claim(outcome, ref, attempt, needs, () => findEarlierPayment(order, since, platform, needs));
  if (state.kind !== 'requires_action') return claimed(chargeOutcome(state));
  // No page leads to the challenge of a lost attempt, but a browser may still pass it.
  const ended = chargeOutcome((await gateway.cancel(ref)).state);
  return ended.kind === 'canceled' ? 'key_taken' : claimed(ended);
};
