import type { PurchaseStarted } from '@foyer/contract/api/maintenance';
import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { CHALLENGE_TIMEOUT_MS, isUndecided } from '@foyer/domain/state/due';
import type { Attempt } from '@foyer/domain/state/entities';
import {
  type BillingReads,
  GatewayRejected,
  GatewayUnavailable,
  type PaymentGateway,
  type PurchaseReads,
} from '../billing/ports.ts';
import { REQUEST_TIMEOUTS, startDeadline } from '../gateway-deadline.ts';
import { Refused } from '../refused.ts';
import { type AddedCard, viewAdded } from './add-card.ts';
import type { FollowCharge } from './charge.ts';
import type { CloseChallenges } from './close-challenges.ts';
import { startedAs } from './read-purchase.ts';
import type { SettleSetup } from './settle-setup.ts';
import type { ThrowUnlessSucceeded } from './throw-unless-succeeded.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'attempt' | 'account' | 'receiptOfInvoice'>;
  readonly gateway: Pick<PaymentGateway, 'retrieve'>;
  readonly followCharge: FollowCharge;
  readonly settleSetup: SettleSetup;
  readonly closeChallenges: CloseChallenges;
  readonly throwUnlessSucceeded: ThrowUnlessSucceeded;
  readonly purchases: Pick<PurchaseReads, 'purchaseOfInvoice'>;
}

/** Result of a confirmed attempt, which selects the response that the call would have returned at once. */
export type Confirmed =
  | { readonly kind: 'card'; readonly card: AddedCard }
  | { readonly kind: 'order'; readonly subscriptionId: string; readonly invoiceId: string }
  | { readonly kind: 'receipt'; readonly invoiceId: string }
  | { readonly kind: 'purchase'; readonly started: PurchaseStarted };

/** Options of the customer. Without any, the call only asks for the outcome. */
interface Confirming {
  readonly givenUp?: boolean | undefined;
  /** Returns the open challenge again, because the customer has lost its page. */
  readonly again?: boolean | undefined;
}

/** Refuses with `undecided` if the gateway does not answer or refuses the look-up. The customer can try later. */
const orUndecided = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GatewayUnavailable || error instanceof GatewayRejected)
      throw new Refused('PAYMENT_GATEWAY_ERROR', { code: 'undecided' });
    throw error;
  }
};

/** Refusal of a closed challenge. It expires after 23 h; before, only the customer can have closed it. */
const challengeClosed = ({ sentAt, decidedAt }: Attempt, now: Instant): Refused =>
  new Refused('EXPIRED', (decidedAt ?? now) >= sentAt + CHALLENGE_TIMEOUT_MS ? { code: 'ran_out' } : {});

/** Returns the attempt with the current state of the gateway, and the receipts that its new card was tried on. */
const refreshAttempt = async (
  attempt: Attempt,
  needs: Dependencies,
): Promise<{ attempt: Attempt; retried: readonly string[] }> => {
  const ref = attempt.gatewayIntentRef;
  const { withinDeadline } = startDeadline(REQUEST_TIMEOUTS);
  const intent = ref === null ? null : await orUndecided(withinDeadline(() => needs.gateway.retrieve(ref)));
  if (!intent || intent.state.kind === 'requires_action') return { attempt, retried: [] };
  if (attempt.kind === 'charge')
    return { attempt: await orUndecided(needs.followCharge(attempt, intent)), retried: [] };
  const settled = await needs.settleSetup(attempt.accountId, attempt.id, intent.state);
  return settled ?? { attempt: (await needs.reads.attempt(attempt.id)) ?? attempt, retried: [] };
};

const viewConfirmed = async (attempt: Attempt, retried: readonly string[], needs: Dependencies): Promise<Confirmed> => {
  const { reads, purchases } = needs;
  if (attempt.invoiceId === null) return { kind: 'card', card: await viewAdded(reads, attempt.accountId, retried) };
  const receipt = await reads.receiptOfInvoice(attempt.invoiceId);
  if (!receipt) throw new Refused('NOT_FOUND');
  const { reason, subscriptionId } = receipt.invoice;
  const bought = reason === 'one_time' ? await purchases.purchaseOfInvoice(attempt.accountId, attempt.invoiceId) : null;
  if (bought) return { kind: 'purchase', started: await startedAs(bought, needs) };
  return (reason === 'create' || reason === 'change') && subscriptionId !== null
    ? { kind: 'order', subscriptionId, invoiceId: attempt.invoiceId }
    : { kind: 'receipt', invoiceId: attempt.invoiceId };
};

/**
 * Confirms an attempt when the customer comes back from the bank (D11). The gateway's answer decides, not the return, and a
 * second call gets the same answer. After 23 h the challenge is over, even when no clock has ended it yet. A challenge that
 * the customer gives up is ended at the gateway first, so that nothing is charged after the page said so (INV-12).
 */
export const makeConfirmAttempt =
  (needs: Dependencies) =>
  async (accountId: AccountId, attemptId: AttemptId, { givenUp, again }: Confirming = {}): Promise<Confirmed> => {
    const before = await needs.reads.attempt(attemptId);
    const account = await needs.reads.account(accountId);
    if (!account || before?.accountId !== accountId) throw new Refused('NOT_FOUND');
    const { attempt, retried } = isUndecided(before)
      ? await refreshAttempt(before, needs)
      : { attempt: before, retried: [] };
    if (attempt.status === 'requires_action' && (givenUp || account.now >= attempt.sentAt + CHALLENGE_TIMEOUT_MS)) {
      await needs.closeChallenges(accountId, attempt.invoiceId === null ? undefined : [attempt.invoiceId]);
      const ended = (await needs.reads.attempt(attemptId)) ?? attempt;
      // The gateway has not canceled it yet, so it may still succeed.
      if (isUndecided(ended)) throw new Refused('OPERATION_IN_PROGRESS');
      if (ended.status !== 'succeeded') throw challengeClosed(ended, account.now);
      return viewConfirmed(ended, [], needs);
    }
    if (attempt.status === 'canceled') throw challengeClosed(attempt, account.now);
    if (isUndecided(attempt) && !(again && attempt.status === 'requires_action'))
      throw new Refused('OPERATION_IN_PROGRESS');
    return viewConfirmed(await needs.throwUnlessSucceeded(attempt), retried, needs);
  };
