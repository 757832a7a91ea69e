import type { PaymentMethod } from '@foyer/contract/api/shapes';
import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/decision/draft';
import type { Attempt } from '@foyer/domain/state/entities';
import { newAttempt } from '@foyer/domain/state/new-attempt';
import { lockCustomer } from '../billing/lock-customer.ts';
import {
  type BillingReads,
  type GatewayCustomer,
  GatewayRejected,
  GatewayUnavailable,
  type InBillingTransaction,
  type LoadedAccount,
  type PaymentGateway,
  type SaveCardAnswer,
  type SaveCardOrder,
} from '../billing/ports.ts';
import { type Deadline, REQUEST_TIMEOUTS, startDeadline } from '../gateway-deadline.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { CloseChallenges } from './close-challenges.ts';
import type { SettleSetup } from './settle-setup.ts';
import type { ThrowUnlessSucceeded } from './throw-unless-succeeded.ts';
import { viewCard } from './view-card.ts';

interface Dependencies {
  readonly inTransaction: InBillingTransaction;
  readonly reads: Pick<BillingReads, 'account' | 'attempt'>;
  readonly gateway: Pick<PaymentGateway, 'createCustomer' | 'saveCard'>;
  readonly gatewayCustomer: (accountId: AccountId) => Promise<GatewayCustomer>;
  readonly closeChallenges: CloseChallenges;
  readonly settleSetup: SettleSetup;
  readonly throwUnlessSucceeded: ThrowUnlessSucceeded;
  /** True if the brand requires an address before a card (PM-04). */
  readonly addressFirst: (brand: string) => boolean;
}

/** Reply to a saved card: the card, and the receipts that were tried with it. */
export type AddedCard = PaymentMethod & { readonly retried: string[] };

const setupAttempt = (id: AttemptId, accountId: AccountId, now: Instant, wallNow: Instant): Attempt =>
  newAttempt(
    {
      id,
      kind: 'setup',
      accountId,
      invoiceId: null,
      attemptNo: 1,
      gatewayKey: null,
      amountCents: 0,
      onSession: true,
      sentAt: now,
    },
    null,
    wallNow,
  );

const check = ({ state }: LoadedAccount, context: RuleContext, addressFirst: boolean): void => {
  if (state.billTo === null && addressFirst) throw new Refused('MISSING_ADDRESS');
  if (state.billTo !== null && !context.settings.cardCountries.includes(state.billTo.country))
    throw new Refused('CARD_COUNTRY_UNSUPPORTED');
};

/** Calls the gateway once. Without a response nothing was charged, so the row is closed and the customer can try again. */
const save = async (
  { gateway }: Dependencies,
  order: Omit<SaveCardOrder, 'key'>,
  { withinDeadline }: Deadline,
): Promise<SaveCardAnswer> => {
  try {
    return await withinDeadline(() => gateway.saveCard({ ...order, key: `${order.attemptId}:save` }));
  } catch (error) {
    if (error instanceof GatewayRejected) throw new Refused('INVALID_REQUEST', { field: 'token' });
    if (error instanceof GatewayUnavailable) throw new Refused('PAYMENT_GATEWAY_ERROR');
    throw error;
  }
};

const customerOf = async (needs: Dependencies, accountId: AccountId, { withinDeadline }: Deadline): Promise<string> => {
  const known = await needs.gatewayCustomer(accountId);
  if (known.ref !== null) return known.ref;
  try {
    const ref = await withinDeadline(() => needs.gateway.createCustomer(accountId, known.key));
    await needs.inTransaction((store) => store.setGatewayCustomer(accountId, ref));
    return ref;
  } catch (error) {
    if (error instanceof GatewayUnavailable || error instanceof GatewayRejected)
      throw new Refused('PAYMENT_GATEWAY_ERROR');
    throw error;
  }
};

/** Returns the card on file as the reply to the call that saved it. */
export const viewAdded = async (
  reads: Pick<BillingReads, 'account'>,
  accountId: AccountId,
  retried: readonly string[],
): Promise<AddedCard> => {
  const after = await reads.account(accountId);
  if (!after?.state.card) throw new Refused('NOT_FOUND');
  return { ...viewCard(after.state.card, after.now), retried: [...retried] };
};

/**
 * Saves a card by its token. The gateway checks it, it replaces the card on file, and open invoices are tried with it. The
 * row of the attempt is written before the gateway is called, so two calls at a time cannot both succeed.
 */
export const makeAddCard =
  (platform: Platform, needs: Dependencies) =>
  async (accountId: AccountId, token: string): Promise<AddedCard> => {
    await needs.closeChallenges(accountId);
    const attemptId = platform.newId('attempt');
    await needs.inTransaction(async (store) => {
      const found = await lockCustomer(store, accountId);
      check(found, platform.ruleContext(found.now), needs.addressFirst(found.state.account.brand));
      await store.addSetupAttempt(accountId, setupAttempt(attemptId, accountId, found.now, platform.wallNow()));
    });
    let answer: SaveCardAnswer;
    const deadline = startDeadline(REQUEST_TIMEOUTS);
    try {
      const customerRef = await customerOf(needs, accountId, deadline);
      answer = await save(needs, { customerRef, token, attemptId }, deadline);
    } catch (error) {
      await needs.settleSetup(accountId, attemptId, { kind: 'errored' });
      throw error;
    }
    const settled = await needs.settleSetup(accountId, attemptId, answer);
    // The gateway's event was faster than this call and has recorded the result.
    const attempt = settled?.attempt ?? (await needs.reads.attempt(attemptId));
    // The lease had expired and recovery closed the setup, so the card does not count.
    if (!attempt || attempt.status === 'errored') throw new Refused('OPERATION_IN_PROGRESS');
    await needs.throwUnlessSucceeded(attempt);
    return viewAdded(needs.reads, accountId, settled?.retried ?? []);
  };
