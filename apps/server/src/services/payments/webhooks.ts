import { formatCents } from '@foyer/contract/vocabulary/money';
import { isUndecided } from '@foyer/domain/state/due';
import type { Attempt } from '@foyer/domain/state/entities';
import type { BillingReads, FollowRefunds, GatewayIntent, PaymentGateway, UnreadableEvent } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { FollowCharge } from './charge.ts';
import type { FollowDispute } from './follow-dispute.ts';
import type { PendingEvent, WebhookStore } from './gateway-event-ports.ts';
import type { SettleSetup } from './settle-setup.ts';

interface ReceiveDependencies {
  readonly gateway: Pick<PaymentGateway, 'name' | 'readEvent'>;
  readonly store: Pick<WebhookStore, 'add'>;
}

/** Message and field of the refusal. The log and the dashboard of the gateway show them. */
const refusals: Readonly<Record<UnreadableEvent, { readonly field: string; readonly message: string }>> = {
  not_signed: {
    field: 'signature',
    message: 'The signature is missing, wrong or too old; check the signing secret.',
  },
  not_an_event: {
    field: 'body',
    message:
      'The signature is right, but the body is no event that Foyer can read; check which events the gateway sends here.',
  },
};

/**
 * Stores an event of the gateway, which is carried out afterwards. An event that was not signed just now over exactly
 * these bytes is refused and changes nothing (INV-10). So is a signed body that is no event: an answer of 200 would show
 * it as delivered at the gateway. Stripe repeats a refused event with growing pauses for three days.
 */
export const makeReceiveWebhook =
  ({ wallNow, kick }: Platform, { gateway, store }: ReceiveDependencies) =>
  async (raw: Buffer, signature: string | undefined): Promise<void> => {
    const event = gateway.readEvent(raw, signature, wallNow());
    if (typeof event === 'string') throw new Refused('INVALID_REQUEST', refusals[event]);
    if (await store.add(gateway.name, event)) kick();
  };

interface ProcessDependencies {
  readonly gateway: Pick<PaymentGateway, 'name' | 'retrieve' | 'readCard' | 'hasOpenDispute'>;
  readonly store: WebhookStore;
  readonly reads: Pick<BillingReads, 'attempt' | 'attemptOfCharge'>;
  readonly followCharge: FollowCharge;
  readonly settleSetup: SettleSetup;
  readonly followRefunds: FollowRefunds;
  readonly followDispute: FollowDispute;
}

/** `unknown`: Foyer has no row of the attempt or refund. The row may still be written; in the end an operator decides. */
type Outcome = 'done' | 'unknown';

const BATCH = 100;

/** Tries after which a failing event is logged: about 10 minutes, so that a short outage adds no line for each event. */
const TRIES_BEFORE_LOG = 7;

/** Types of refund events. Older and newer gateway accounts use different ones. */
const refundTypes: readonly string[] = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
];

/**
 * Reports a charge that succeeded after its payment counted as failed. The purchase is undone, so an operator must refund or
 * book it. Without the report the customer's money would be lost (INV-2).
 */
const reportUnexpectedCharge = (attempt: Attempt, { state }: GatewayIntent, { onFault }: Platform): void => {
  if (attempt.kind !== 'charge' || state.kind !== 'succeeded' || attempt.status === 'succeeded') return;
  onFault(
    new Error(
      `payment ${attempt.id} is ${attempt.status} in our books, but the gateway took ${formatCents(attempt.amountCents)}; decide whether to refund it there`,
    ),
    `gateway event ${attempt.id}`,
  );
};

const TOOK_NOTHING: readonly Attempt['status'][] = ['declined', 'errored', 'canceled'];

/**
 * Finds the attempt of a payment. After a restore another attempt may have it than the payment names. It took the place of
 * one that is lost, or that took nothing in the books (decision 61).
 */
const attemptOf = async (
  { attemptId, state }: GatewayIntent,
  { reads }: ProcessDependencies,
): Promise<Attempt | null> => {
  const named = attemptId === null ? null : await reads.attempt(attemptId);
  if (state.kind !== 'succeeded' || (named && !TOOK_NOTHING.includes(named.status))) return named;
  return (await reads.attemptOfCharge(state.chargeRef)) ?? named;
};

const followIntent = async (
  intent: GatewayIntent | null,
  platform: Platform,
  needs: ProcessDependencies,
): Promise<Outcome> => {
  // The intent belongs to another system on the same gateway account, or is deleted.
  if (!intent?.attemptId) return 'done';
  const attempt = await attemptOf(intent, needs);
  if (!attempt) return 'unknown';
  // A saved card is handled even if its setup is decided, so that it can be detached.
  if (!isUndecided(attempt) && intent.state.kind !== 'saved') {
    reportUnexpectedCharge(attempt, intent, platform);
    return 'done';
  }
  if (attempt.kind === 'setup') await needs.settleSetup(attempt.accountId, attempt.id, intent.state);
  else await needs.followCharge(attempt, intent);
  return 'done';
};

/** Handles an event. It reads the object at the gateway again, so content and order of events do not matter (I24). */
const carryOut = async (
  { type, objectRef }: PendingEvent,
  platform: Platform,
  needs: ProcessDependencies,
): Promise<Outcome> => {
  if (objectRef === null) return 'done';
  if (type.startsWith('payment_intent.') || type.startsWith('setup_intent.'))
    return followIntent(await needs.gateway.retrieve(objectRef), platform, needs);
  if (type === 'charge.dispute.created') {
    const intent = await needs.gateway.retrieve(objectRef);
    const outcome = await followIntent(intent, platform, needs);
    const attempt = intent?.attemptId ? await attemptOf(intent, needs) : null;
    if (attempt && (await needs.store.markDisputed(attempt, await needs.gateway.hasOpenDispute(objectRef))))
      platform.onFault(
        new Error(`the customer’s bank disputes payment ${attempt.id}: answer the dispute at the gateway`),
        `gateway event ${attempt.id}`,
      );
    return outcome;
  }
  if (type === 'charge.dispute.closed' || type === 'charge.dispute.funds_reinstated') {
    const intent = await needs.gateway.retrieve(objectRef);
    if (!intent?.attemptId) return 'done';
    const attempt = await attemptOf(intent, needs);
    if (attempt?.status !== 'succeeded') return 'unknown';
    await needs.followDispute(attempt, objectRef);
    await needs.store.markDisputed(attempt, await needs.gateway.hasOpenDispute(objectRef));
    return 'done';
  }
  if (refundTypes.includes(type)) {
    const intent = await needs.gateway.retrieve(objectRef);
    // The intent belongs to another system on the same gateway account.
    if (!intent?.attemptId) return 'done';
    const attempt = await attemptOf(intent, needs);
    if (attempt && isUndecided(attempt)) return 'unknown';
    return (await needs.followRefunds(attempt, objectRef)) ? 'done' : 'unknown';
  }
  if (type === 'payment_method.automatically_updated') {
    const card = await needs.gateway.readCard(objectRef);
    if (card) await needs.store.refreshCard(needs.gateway.name, card);
  }
  return 'done';
};

/**
 * Message about an event without a matching row. A refund that matches no payment waits in a separate list for an operator.
 */
const notInBooks = ({ eventId, type, objectRef }: PendingEvent): string =>
  `gateway event ${eventId} (${type}): ${objectRef} is not in our books; ${refundTypes.includes(type) ? 'decide with: npm run foyer -- refunds list' : 'look it up at the gateway'}`;

/**
 * Carries out waiting events one by one. Each looks up its object at the gateway and records the current state. An event
 * that cannot be carried out is tried again after growing pauses, and named in the log if it fails for 10 minutes. After 24 h it
 * is named and given up, until the gateway sends it again.
 */
export const makeProcessWebhooks = (platform: Platform, needs: ProcessDependencies) => async (): Promise<number> => {
  const { store, gateway } = needs;
  const taken = await store.take(gateway.name, BATCH);
  for (const event of taken) {
    let fault: unknown = new Error(notInBooks(event));
    const outcome = await carryOut(event, platform, needs).catch((error: unknown) => {
      fault = error;
      return 'failed' as const;
    });
    if (outcome === 'done') {
      await store.done(gateway.name, event.eventId);
      continue;
    }
    await store.tried(gateway.name, event.eventId, outcome === 'failed');
    if (event.isLastTry) await store.giveUp(gateway.name, event.eventId);
    if (event.isLastTry || (outcome === 'failed' && event.tries === TRIES_BEFORE_LOG))
      platform.onFault(fault, `gateway event ${event.eventId}`);
  }
  return taken.length;
};
