import type { AttemptId } from '@foyer/contract/vocabulary/ids';
import { type AttemptOutcome, settleAttempt } from '@foyer/domain/payments/settle';
import { isUndecided } from '@foyer/domain/state/due';
import type { Attempt } from '@foyer/domain/state/entities';
import {
  type BillingReads,
  type FollowRefunds,
  GatewayRejected,
  GatewayUnavailable,
  type PaymentGateway,
} from '../billing/ports.ts';
import { type AskDependencies, askGateway } from '../payments/ask-gateway.ts';
import { chargeOutcome } from '../payments/charge-outcome.ts';
import type { FollowDispute } from '../payments/follow-dispute.ts';
import { BACKUP_SLACK_MS } from '../payments/restored-ports.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import { isOtherGateway } from './compare-gateway.ts';
import { lockAccountOrRefuse } from './lock-account.ts';
import type { By, InOperatorTransaction, OperatorReads, SentPayment } from './ports.ts';
import type { ReconcileRows } from './reconcile-ports.ts';

interface Dependencies extends Omit<AskDependencies, 'reads'> {
  readonly inTransaction: InOperatorTransaction;
  readonly gateway: Pick<
    PaymentGateway,
    'charge' | 'cancel' | 'retrieve' | 'findByAttempt' | 'listPayments' | 'refundsOf'
  >;
  readonly reads: Pick<OperatorReads, 'sentPayment'> & Pick<BillingReads, 'attempt' | 'chargeOrder' | 'attemptRefs'>;
  readonly rows: Pick<ReconcileRows, 'lastIntentRef'>;
  readonly followRefunds: FollowRefunds;
  readonly followDispute: FollowDispute;
}

/** Refunds of a payment that was just booked. `unread`: the gateway did not list them. */
type MoneyBack = { readonly kind: 'booked' | 'parked'; readonly refundedCents: number } | { readonly kind: 'unread' };

/** State of a payment after the gateway was asked about it. */
export interface AskedPayment extends Pick<Attempt, 'status' | 'amountCents'> {
  readonly isDecided: boolean;
  /** Null: the gateway gave no answer. */
  readonly outcome: AttemptOutcome['kind'] | null;
  /** Error of the gateway in its words, if it gave no answer. */
  readonly problem: string | null;
  /** Null unless the payment succeeded. */
  readonly moneyBack: MoneyBack | null;
}

interface Answer {
  readonly outcome: AttemptOutcome | null;
  readonly problem: string | null;
}

const isFaultOfGateway = (error: unknown): error is Error =>
  error instanceof GatewayUnavailable || error instanceof GatewayRejected;

/**
 * Finds the payment of an attempt among all payments of the gateway, by its metadata. The list is complete, and no call about
 * the attempt is under way after seven days. So a payment that is not in it was never made.
 */
const findInList = async (id: AttemptId, { sentAtWall }: SentPayment, { gateway }: Dependencies) => {
  const listed = await gateway.listPayments(sentAtWall - BACKUP_SLACK_MS, null);
  const found = listed.find(({ attemptId }) => attemptId === id);
  return found
    ? chargeOutcome(found.state)
    : ({ kind: 'errored', message: 'the payment never reached the gateway' } as const);
};

/**
 * Asks the gateway what became of a payment. Nothing is sent again: its key is older than the gateway remembers, so the
 * payment is looked up (INV-12). Without a result there, for example because the gateway has no such customer any more,
 * all payments are compared. The outcome is null while it is unknown.
 */
const lookUp = async (
  id: AttemptId,
  payment: SentPayment,
  platform: Platform,
  needs: Dependencies,
): Promise<Answer> => {
  try {
    if (await isOtherGateway(needs)) throw refusedCommand('other_gateway', { type: 'payment', id });
    const order = await needs.reads.chargeOrder(id);
    const asked = order && (await askGateway(order, platform, needs));
    // In a restored database the charge of a lost attempt may be the money of this one (decision 61).
    const outcome = asked || payment.isRestored ? asked : await findInList(id, payment, needs);
    return { outcome, problem: null };
  } catch (error) {
    if (!isFaultOfGateway(error)) throw error;
    return { outcome: null, problem: error.message };
  }
};

/**
 * Books refunds and lost disputes of a payment that was just booked. Their events came while it was undecided, and the
 * gateway repeats none after a week.
 */
const bookMoneyBack = async (
  id: AttemptId,
  intentRef: string,
  by: By,
  { onFault }: Platform,
  { gateway, reads, followRefunds, followDispute }: Dependencies,
): Promise<MoneyBack> => {
  try {
    const attempt = await reads.attempt(id);
    if (!attempt) throw new Error(`payment ${id}: it was booked, and is not in the books`);
    const isBooked = await followRefunds(attempt, intentRef, by);
    await followDispute(attempt, intentRef);
    const made = (await gateway.refundsOf(intentRef)).filter(({ kind }) => kind !== 'failed');
    return {
      kind: isBooked ? 'booked' : 'parked',
      refundedCents: made.reduce((sum, each) => sum + each.amountCents, 0),
    };
  } catch (error) {
    if (!isFaultOfGateway(error)) throw error;
    onFault(
      new Error(
        `payment ${id} is booked, and its refunds were not read (${error.message}): npm run foyer -- reconcile --since`,
      ),
      `payment ${id}`,
    );
    return { kind: 'unread' };
  }
};

/**
 * Asks the gateway about a payment that recovery gave up after seven days, and records its answer. A payment without an
 * answer stays given up, and the command can be repeated. If another card can be tried, recovery sends that attempt. Money of
 * the payment that went back meanwhile is booked too.
 */
export const makeAskPayment =
  (platform: Platform, needs: Dependencies) =>
  async (id: AttemptId, by: By): Promise<AskedPayment> => {
    const subject = { type: 'payment', id } as const;
    const payment = await needs.reads.sentPayment(id);
    if (!payment) throw refusedCommand('not_found', subject);
    if (!payment.isGivenUp) throw refusedCommand('not_given_up', subject);
    const { outcome, problem } = await lookUp(id, payment, platform, needs);
    const decided = await needs.inTransaction(async (store) => {
      const { accountId, amountCents } = payment;
      const { state, now } = await lockAccountOrRefuse(store, accountId);
      const before = state.attempts.find((attempt) => attempt.id === id);
      // A webhook event may have decided it meanwhile.
      if (!before || !isUndecided(before)) throw refusedCommand('done_already', subject);
      const writes = outcome && settleAttempt(state, id, outcome, platform.ruleContext(now), platform.wallNow()).writes;
      if (writes) await store.store(writes);
      const status = writes?.attempts.find((attempt) => attempt.id === id)?.status ?? before.status;
      const kind = outcome?.kind ?? null;
      await store.record({
        ...by,
        accountId,
        action: 'ask_payment',
        subjectId: id,
        after: { amountCents, answer: kind, status },
        domainAt: now,
      });
      return { status, amountCents, isDecided: !isUndecided({ status }), outcome: kind, problem };
    });
    const isPaid = decided.status === 'succeeded' && outcome?.kind === 'succeeded';
    return {
      ...decided,
      moneyBack: isPaid ? await bookMoneyBack(id, outcome.intentRef, by, platform, needs) : null,
    };
  };
