import type { PaymentMethod } from '@foyer/contract/api/shapes';
import type { AccountId, AttemptId, IdKind } from '@foyer/contract/vocabulary/ids';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import { finish, type RuleContext, startDraft } from '@foyer/domain/billing/draft';
import { isUndecided } from '@foyer/domain/billing/due';
import type { Attempt } from '@foyer/domain/billing/entities';
import { ATTEMPT_LEASE_MS } from '@foyer/domain/billing/open-invoice';
import { payNow } from '@foyer/domain/billing/pay-now';
import { Refused } from '../refused.ts';
import { orDeclined, type SendAttempt } from './charge.ts';
import {
  GatewayRejected,
  GatewayUnavailable,
  type InBillingTransaction,
  type LoadedAccount,
  type PaymentGateway,
  type SaveCardAnswer,
} from './ports.ts';
import { viewCard } from './views.ts';

export interface AddCardNeeds {
  readonly inTransaction: InBillingTransaction;
  readonly gateway: PaymentGateway;
  readonly gatewayCustomer: (accountId: AccountId) => Promise<string | null>;
  readonly sendAttempt: SendAttempt;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly newId: (kind: IdKind) => string;
  readonly wallNow: () => Instant;
  /** Brands that ask for an address before a card (PM-04). */
  readonly addressFirst: (brand: string) => boolean;
}

const setupAttempt = (id: AttemptId, accountId: AccountId, now: Instant, wallNow: Instant): Attempt => ({
  id,
  kind: 'setup',
  accountId,
  invoiceId: null,
  attemptNo: 1,
  amountCents: 0,
  onSession: true,
  paymentMethodId: null,
  status: 'sending',
  gatewayIntentRef: null,
  gatewayChargeRef: null,
  brand: null,
  last4: null,
  errorCode: null,
  declineCode: null,
  errorMessage: null,
  leaseUntil: wallNow + ATTEMPT_LEASE_MS,
  sentAt: now,
  decidedAt: null,
});

const check = ({ state }: LoadedAccount, context: RuleContext, addressFirst: boolean): void => {
  if (state.account.status !== 'open') throw new Refused('FORBIDDEN');
  if (state.billTo === null && addressFirst) throw new Refused('MISSING_ADDRESS');
  if (state.billTo !== null && !context.settings.cardCountries.includes(state.billTo.country))
    throw new Refused('CARD_COUNTRY_UNSUPPORTED');
};

/** Asks the gateway once; a silent gateway charged nothing, so the row is closed and the customer may simply try again. */
const save = async (
  needs: AddCardNeeds,
  customerRef: string,
  token: string,
  key: string,
): Promise<SaveCardAnswer | 'unavailable'> => {
  try {
    return await needs.gateway.saveCard(customerRef, token, key);
  } catch (error) {
    if (error instanceof GatewayRejected) throw new Refused('INVALID_REQUEST', { field: 'token' });
    if (error instanceof GatewayUnavailable) return 'unavailable';
    throw error;
  }
};

const customerOf = async (needs: AddCardNeeds, accountId: AccountId): Promise<string> => {
  const known = await needs.gatewayCustomer(accountId);
  if (known !== null) return known;
  try {
    const ref = await needs.gateway.createCustomer(accountId, `${accountId}:customer`);
    await needs.inTransaction((store) => store.setGatewayCustomer(accountId, ref));
    return ref;
  } catch (error) {
    if (error instanceof GatewayUnavailable || error instanceof GatewayRejected)
      throw new Refused('PAYMENT_GATEWAY_ERROR');
    throw error;
  }
};

/** Tries every open invoice with the card that was just saved, oldest first (billing.md §2.7). What fails stays open. */
const retryOpen = async (needs: AddCardNeeds, accountId: AccountId, invoiceIds: readonly string[]): Promise<void> => {
  for (const invoiceId of invoiceIds) {
    const attemptId = await needs.inTransaction(async (store) => {
      const loaded = await store.lockAccount(accountId);
      if (!loaded) return null;
      const paying = payNow(loaded.state, invoiceId, undefined, needs.ruleContext(loaded.now), needs.wallNow());
      if (!paying.ok) return null;
      await store.store(paying.value.writes);
      return paying.value.attemptId;
    });
    if (attemptId) await needs.sendAttempt(attemptId);
  }
};

/**
 * Saves a card by its token: the gateway checks it, it replaces the one on file, and what is open is tried with it at once.
 * The attempt's row stands before the gateway is asked, so two saves at a time cannot both win.
 */
export const makeAddCard =
  (needs: AddCardNeeds) =>
  async (accountId: AccountId, token: string): Promise<PaymentMethod & { retried: string[] }> => {
    const attemptId = needs.newId('attempt');
    const loaded = await needs.inTransaction(async (store) => {
      const found = await store.lockAccount(accountId);
      if (!found) throw new Refused('NOT_FOUND');
      check(found, needs.ruleContext(found.now), needs.addressFirst(found.state.account.brand));
      await store.addSetupAttempt(accountId, setupAttempt(attemptId, accountId, found.now, needs.wallNow()));
      return found;
    });
    const finished = (change: Partial<Attempt>): Attempt => ({
      ...setupAttempt(attemptId, accountId, loaded.now, needs.wallNow()),
      leaseUntil: null,
      decidedAt: loaded.now,
      ...change,
    });
    const close = (change: Partial<Attempt>) =>
      needs.inTransaction((store) => store.finishSetupAttempt(finished(change)));

    let answer: SaveCardAnswer | 'unavailable';
    try {
      answer = await save(needs, await customerOf(needs, accountId), token, `${attemptId}:save`);
    } catch (error) {
      await close({ status: 'errored' });
      throw error;
    }
    if (answer === 'unavailable') {
      await close({ status: 'errored' });
      throw new Refused('PAYMENT_GATEWAY_ERROR');
    }
    if (answer.kind === 'declined') {
      const declined = finished({
        status: 'declined',
        errorCode: answer.code,
        declineCode: answer.declineCode,
        errorMessage: answer.message,
      });
      await needs.inTransaction((store) => store.finishSetupAttempt(declined));
      orDeclined(declined);
      throw new Refused('StripeCardError', { message: answer.message });
    }

    const card = { ...answer.card, id: needs.newId('paymentMethod'), gateway: needs.gateway.name };
    const open = await needs.inTransaction(async (store) => {
      const now = await store.lockAccount(accountId);
      await store.replaceCard(accountId, card);
      await store.finishSetupAttempt(
        finished({ status: 'succeeded', brand: card.brand, last4: card.last4, paymentMethodId: card.id }),
      );
      const after = await store.lockAccount(accountId);
      // With a card there is more to come: the account's next date is another one now.
      if (after) await store.store(finish(startDraft(after.state, needs.ruleContext(after.now))));
      const invoices = now?.state.invoices.filter((invoice) => invoice.status === 'open') ?? [];
      return invoices.filter(
        (invoice) => !now?.state.attempts.some((attempt) => attempt.invoiceId === invoice.id && isUndecided(attempt)),
      );
    });
    const retried = open.map((invoice) => invoice.id);
    await retryOpen(needs, accountId, retried);
    return { ...viewCard(card, loaded.now), retried };
  };
