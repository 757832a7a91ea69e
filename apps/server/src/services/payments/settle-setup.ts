import type { AccountId, AttemptId } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { isCardExpired } from '@foyer/domain/dates/card-expiry';
import { finish, queueMail, startDraft } from '@foyer/domain/decision/draft';
import { payNow } from '@foyer/domain/payments/pay-now';
import { isUndecided } from '@foyer/domain/state/due';
import type { Attempt } from '@foyer/domain/state/entities';
import type { NewCard } from '../billing/card-ports.ts';
import type {
  BillingStore,
  InBillingTransaction,
  IntentState,
  LoadedAccount,
  PaymentGateway,
  SavedCard,
} from '../billing/ports.ts';
import { startDeadline, type Timeouts } from '../gateway-deadline.ts';
import type { Platform } from '../platform.ts';
import type { SendAttempt } from './charge.ts';

interface Dependencies {
  readonly inTransaction: InBillingTransaction;
  readonly gateway: Pick<PaymentGateway, 'name'>;
  readonly sendAttempt: SendAttempt;
  readonly timeouts: Timeouts;
}

/** Result of a card setup, and the open invoices that were tried with the new card. */
export interface SettledSetup {
  readonly attempt: Attempt;
  readonly retried: readonly string[];
}

/** Outcome of a card setup. `errored`: no card was saved, and the customer can try again. */
export type SetupOutcome = IntentState | { readonly kind: 'errored' };

export type SettleSetup = (
  accountId: AccountId,
  attemptId: AttemptId,
  outcome: SetupOutcome,
) => Promise<SettledSetup | null>;

/**
 * Tries every open invoice with the new card, oldest first. An invoice that fails stays open, and recovery sends those
 * that a slow gateway leaves no time for. A challenge of the bank stays open, because the response is about the card. The
 * list in `GET /api/account/me` shows it (PM-09).
 */
const retryOpen = async (
  platform: Platform,
  needs: Dependencies,
  accountId: AccountId,
  invoiceIds: readonly string[],
): Promise<void> => {
  const deadline = startDeadline(needs.timeouts);
  for (const invoiceId of invoiceIds) {
    const attemptId = await needs.inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      if (!loaded) return null;
      const paying = payNow(loaded.state, invoiceId, undefined, platform.ruleContext(loaded.now), platform.wallNow());
      if (!paying.ok) return null;
      await store.store(paying.value.writes);
      return paying.value.attemptId;
    });
    if (attemptId) await needs.sendAttempt(attemptId, deadline);
  }
};

const withoutCard = (outcome: Exclude<SetupOutcome, { kind: 'succeeded' }>): Partial<Attempt> => {
  switch (outcome.kind) {
    // The customer has closed the account meanwhile. That deleted the gateway's customer with the card.
    case 'saved':
      return { status: 'canceled' };
    case 'declined':
      return {
        status: 'declined',
        gatewayIntentRef: outcome.intentRef,
        errorCode: outcome.code,
        declineCode: outcome.declineCode,
        errorMessage: outcome.message,
      };
    case 'requires_action':
    case 'processing':
      return { status: outcome.kind, gatewayIntentRef: outcome.intentRef, leaseUntil: null, decidedAt: null };
    case 'canceled':
    case 'errored':
      return { status: outcome.kind };
    default:
      return outcome satisfies never;
  }
};

/** Declines a card that has expired, because it would replace a valid one. A sandbox clock may be ahead of the gateway's. */
const unlessExpired = (outcome: SetupOutcome, now: Instant): SetupOutcome =>
  outcome.kind === 'saved' && isCardExpired(outcome.card, now)
    ? {
        kind: 'declined',
        intentRef: null,
        code: 'expired_card',
        declineCode: null,
        message: 'Your card has expired.',
      }
    : outcome;

const newCard = (saved: SavedCard, { newId }: Platform, { gateway }: Dependencies): NewCard => ({
  ...saved,
  id: newId('paymentMethod'),
  gateway: gateway.name,
});

/** Replaces the card on file. Returns the open invoices that no attempt is collecting now. */
const replaceCardOnFile = async (
  store: BillingStore,
  attempt: Attempt,
  saved: SavedCard,
  platform: Platform,
  needs: Dependencies,
): Promise<{ change: Partial<Attempt>; open: string[] }> => {
  const card = newCard(saved, platform, needs);
  const { id: paymentMethodId, replaced } = await store.replaceCard(attempt.accountId, card);
  await store.detachLater(replaced);
  const after = await store.lockAccount(attempt.accountId);
  if (!after) return { change: {}, open: [] };
  // The next due date of the account may change with a card, so the state is computed again.
  const draft = startDraft(after.state, platform.ruleContext(after.now));
  queueMail(draft, 'card_saved', {});
  await store.store(finish(draft));
  const { invoices, attempts } = after.state;
  const isBusy = (id: string) => attempts.some((other) => other.invoiceId === id && isUndecided(other));
  return {
    change: { status: 'succeeded', brand: card.brand, last4: card.last4, paymentMethodId },
    open: invoices.filter(({ id, status }) => status === 'open' && !isBusy(id)).map(({ id }) => id),
  };
};

/** Stores and detaches a card that does not count: it has expired, or arrived after its setup was closed. */
const detachUnwantedCard = async (
  store: BillingStore,
  { state }: LoadedAccount,
  saved: SavedCard,
  platform: Platform,
  needs: Dependencies,
) => {
  if (state.account.status !== 'open') return;
  const id = await store.addUnwantedCard(state.account.id, newCard(saved, platform, needs));
  if (id !== null) await store.detachLater([id]);
};

/**
 * Records the result of a card setup once. The call, the customer's return from the bank and the webhook may all report it.
 * Null if it was recorded before.
 */
export const makeSettleSetup =
  (platform: Platform, needs: Dependencies): SettleSetup =>
  async (accountId, attemptId, outcome) => {
    const settled = await needs.inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      const attempt = await store.undecidedSetup(attemptId);
      if (!loaded) return null;
      const checkedOutcome = unlessExpired(outcome, loaded.now);
      if (outcome.kind === 'saved' && (!attempt || checkedOutcome !== outcome))
        await detachUnwantedCard(store, loaded, outcome.card, platform, needs);
      if (!attempt) return null;
      if (checkedOutcome.kind === 'succeeded')
        throw new Error(
          `setup ${attemptId}: the gateway answered with payment ${checkedOutcome.intentRef}, not with a saved card; look it up at the gateway`,
        );
      const { change, open } =
        checkedOutcome.kind === 'saved' && loaded.state.account.status === 'open'
          ? await replaceCardOnFile(store, attempt, checkedOutcome.card, platform, needs)
          : { change: withoutCard(checkedOutcome), open: [] };
      const decided = { ...attempt, leaseUntil: null, decidedAt: loaded.now, ...change };
      await store.finishSetupAttempt(decided);
      return { attempt: decided, retried: open };
    });
    if (settled) await retryOpen(platform, needs, accountId, settled.retried);
    return settled;
  };
