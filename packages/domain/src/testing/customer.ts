import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { checkPromotion, type Promotion } from '../catalogue/promotion.ts';
import { closeAccount } from '../closing/close-account.ts';
import { type PrepaidClaim, type Redeemed, redeemPrepaid } from '../coupons/redeem-prepaid.ts';
import { type BillingWrites, finish, type RuleContext, startDraft } from '../decision/draft.ts';
import { buyExtension, type ExtensionOrder } from '../maintenance/buy-extension.ts';
import { type AcceptedRequest, acceptRequest } from '../operator/accept-request.ts';
import { voidByOperator, writeOffByOperator } from '../operator/decide-invoice.ts';
import { endByOperator } from '../operator/end-subscription.ts';
import { grantCredit } from '../operator/grant-credit.ts';
import { type Order, type PlacedOrder, placeOrder } from '../orders/order.ts';
import { payNow } from '../payments/pay-now.ts';
import { type RefundOutcome, settleRefund, startRefund } from '../payments/refund.ts';
import { type AttemptOutcome, settleAttempt } from '../payments/settle.ts';
import { redeemPromotion, type Redeemed as TakenPromotion } from '../promotions/redeem.ts';
import { type DueStep, runDue } from '../renewals/run-due.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { Verdict } from '../screening/screen.ts';
import { dueActions } from '../state/due.ts';
import type { Attempt, BillingState, Invoice, Subscription } from '../state/entities.ts';
import { type BillingSettings, defaultBillingSettings } from '../state/settings.ts';
import { applyTermGrant, type TermGrant } from '../subscriptions/grant-term.ts';
import { removeSubscription } from '../subscriptions/remove-subscription.ts';
import { toggleRenewal } from '../subscriptions/toggle-renewal.ts';
import { type AccountBooks, applyWrites, openBooks, paymentOf } from './account-books.ts';
import { anOrder, aState, sequentialIds } from './builders.ts';
import { aCatalogue } from './catalogue.ts';

export const succeededOutcome: AttemptOutcome = { kind: 'succeeded', intentRef: 'pi_1', chargeRef: 'ch_1' };
export const takenRefund: RefundOutcome = { kind: 'taken', refundRef: 're_1' };
export const erroredOutcome: AttemptOutcome = { kind: 'errored', message: 'absent' };
export const declinedOutcome = (declineCode = 'insufficient_funds', code = 'card_declined'): AttemptOutcome => ({
  kind: 'declined',
  intentRef: 'pi_1',
  code,
  declineCode,
  message: 'declined',
});

/**
 * Customer over time: commands call the rules, and their writes are stored in the books. `answer` acts as the gateway;
 * an attempt stays undecided until a test calls it.
 */
export class Customer {
  now: Instant;
  books: AccountBooks;
  readonly catalogue: Catalogue;
  readonly settings: BillingSettings;
  /** Writes of the last command. */
  writes: BillingWrites | null = null;
  protected readonly newId = sequentialIds();

  constructor(
    now: Instant,
    state: Partial<BillingState> = {},
    catalogue = aCatalogue(),
    settings = defaultBillingSettings,
  ) {
    this.now = now;
    this.books = openBooks(aState(state));
    this.catalogue = catalogue;
    this.settings = settings;
  }

  get context(): RuleContext {
    return { now: this.now, newId: this.newId, catalogue: this.catalogue, settings: this.settings };
  }

  get subscription(): Subscription {
    const [only, ...others] = this.books.subscriptions;
    if (!only || others.length > 0)
      throw new Error(`expected 1 subscription, found ${this.books.subscriptions.length}`);
    return only;
  }

  get lastInvoice(): Invoice {
    const invoice = this.books.allInvoices.at(-1);
    if (!invoice) throw new Error(`account ${this.books.account.id} has no invoice`);
    return invoice;
  }

  get undecided(): Attempt[] {
    return this.books.attempts.filter((attempt) =>
      ['sending', 'requires_action', 'processing'].includes(attempt.status),
    );
  }

  byId(id: string): Subscription {
    const subscription = this.books.subscriptions.find((candidate) => candidate.id === id);
    if (!subscription) throw new Error(`subscription ${id} does not exist`);
    return subscription;
  }

  order(intervalId: string, overrides: Partial<Order> = {}): Order {
    return anOrder(intervalId, overrides, this.catalogue);
  }

  place(intervalId: string, overrides: Partial<Order> = {}): Result<PlacedOrder> {
    const placed = placeOrder(this.books, this.order(intervalId, overrides), this.context, this.now);
    if (placed.ok) this.store(placed.value.writes);
    return placed;
  }

  /** Places an order that must be accepted, and answers as the gateway. */
  buy(intervalId: string, overrides: Partial<Order> = {}, outcome: AttemptOutcome = succeededOutcome): PlacedOrder {
    const placed = this.place(intervalId, overrides);
    if (!placed.ok) throw new Error(`${intervalId}: ${placed.type}`);
    if (placed.value.attemptId) this.answer(outcome, placed.value.attemptId);
    return placed.value;
  }

  answer(outcome: AttemptOutcome, attemptId = this.undecided[0]?.id ?? ''): void {
    this.store(settleAttempt(this.books, attemptId, outcome, this.context, this.now).writes);
  }

  toggle(on: boolean, subscription = this.subscription): Result<BillingWrites> {
    const toggled = toggleRenewal(this.books, subscription, on, this.context);
    if (toggled.ok) this.store(toggled.value);
    return toggled;
  }

  close(): Result<BillingWrites> {
    const closed = closeAccount(this.books, this.context, 'customer');
    if (closed.ok) this.store(closed.value);
    return closed;
  }

  remove(subscription = this.subscription, onlyRequest = false): Result<BillingWrites> {
    const removed = removeSubscription(this.books, subscription, this.context, onlyRequest);
    if (removed.ok) this.store(removed.value);
    return removed;
  }

  redeem(grant: TermGrant): Result<BillingWrites> {
    const draft = startDraft(this.books, this.context);
    const granted = applyTermGrant(draft, grant, null);
    if (!granted.ok) return granted;
    const writes = finish(draft);
    this.store(writes);
    return ok(writes);
  }

  /** Redeems a prepaid or maintenance code. */
  redeemCode(claim: PrepaidClaim, named: Subscription | null = null, verdict: Verdict = 'clear'): Result<Redeemed> {
    const redeemed = redeemPrepaid(this.books, claim, { named, verdict }, this.context);
    if (redeemed.ok) this.store(redeemed.value.writes);
    return redeemed;
  }

  /** Redeems a promotion, if the rules allow it. */
  take(promotion: Promotion, code = `${promotion.name}:1`): Result<TakenPromotion> {
    const use = this.books.promotionRedemptions.find(
      ({ promotionId, status }) => promotionId === promotion.id && status !== 'released',
    );
    const claimed = use?.status === 'held' ? 'held' : use ? 'applied' : 'no';
    const refused = checkPromotion(promotion, { now: this.now, claimed, redemptions: 0 });
    if (refused || claimed === 'held') return refused ?? refuse('NEEDS_REVIEW');
    const taken = redeemPromotion(this.books, promotion, null, { code, verdict: 'clear' }, this.context);
    if (taken.ok) this.store(taken.value.writes);
    return taken;
  }

  /** Begins to buy an extension of maintenance; by default a year of Ultimate. */
  extend(order: Partial<ExtensionOrder> = {}): ReturnType<typeof buyExtension> {
    const wanted = { subscriptionId: 'sub_licence', extensionId: 'mex_ultimate_1y', quantity: 1 };
    const begun = buyExtension(
      this.books,
      { ...wanted, expectedTotalCents: undefined, ...order },
      this.context,
      this.now,
    );
    if (begun.ok) this.store(begun.value.writes);
    return begun;
  }

  grant(amountCents: number): Result<BillingWrites> {
    return this.decide(grantCredit(this.books, this.newId('audit'), amountCents, this.context));
  }

  voidInvoice(invoiceId = this.lastInvoice.id): Result<BillingWrites> {
    return this.decide(voidByOperator(this.books, invoiceId, this.context));
  }

  endByOperator(subscription = this.subscription, onlyRequest = false): Result<BillingWrites> {
    return this.decide(endByOperator(this.books, subscription.id, this.context, onlyRequest));
  }

  accept(request = this.subscription): Result<AcceptedRequest> {
    const accepted = acceptRequest(this.books, request.id, this.context);
    if (accepted.ok) this.store(accepted.value.writes);
    return accepted;
  }

  writeOff(invoiceId = this.lastInvoice.id): Result<BillingWrites> {
    return this.decide(writeOffByOperator(this.books, invoiceId, this.context));
  }

  /** Begins a refund of the payment of an invoice. By default the gateway accepts it. */
  refund(
    amountCents: number | null = null,
    outcome: RefundOutcome | null = takenRefund,
    invoice = this.lastInvoice,
  ): ReturnType<typeof startRefund> {
    const attempts = this.books.attempts.filter((attempt) => attempt.invoiceId === invoice.id);
    const attempt = attempts.find(({ status }) => status === 'succeeded') ?? attempts.at(-1);
    if (!attempt) throw new Error(`${invoice.id} was never charged`);
    const payment = paymentOf(this.books, invoice, attempt);
    const started = startRefund(this.books, payment, amountCents, this.context, this.now);
    if (!started.ok) return started;
    this.store(started.value.writes);
    if (outcome) this.answerRefund(started.value.refund.id, outcome);
    return started;
  }

  answerRefund(id: string, outcome: RefundOutcome): void {
    const refund = this.books.refunds.find((candidate) => candidate.id === id);
    if (refund) this.store(settleRefund(this.books, refund, outcome, this.context));
  }

  payNow(invoiceId = this.lastInvoice.id): ReturnType<typeof payNow> {
    const paid = payNow(this.books, invoiceId, undefined, this.context, this.now);
    if (paid.ok) this.store(paid.value.writes);
    return paid;
  }

  /** Runs one step of due work at the current time. */
  run(): DueStep {
    const step = runDue(this.books, this.context, this.now);
    this.store(step.writes);
    return step;
  }

  /**
   * Advances to an instant as a sandbox clock does: each due action runs at its own time. `answer` answers every
   * attempt.
   */
  advanceTo(to: Instant, answer: (attempt: Attempt) => AttemptOutcome | null = () => succeededOutcome): void {
    for (let steps = 0; steps < 500; steps += 1) {
      const next = dueActions(this.books, this)[0];
      if (!next || next.at > to) {
        this.now = to;
        return;
      }
      this.now = Math.max(this.now, next.at);
      this.run();
      for (const attempt of this.undecided) {
        const outcome = attempt.sentAt === this.now ? answer(attempt) : null;
        if (outcome) this.answer(outcome, attempt.id);
      }
    }
    throw new Error(
      `due work of ${this.books.account.id}: not done after 500 steps; an action does not move its due time`,
    );
  }

  change(state: Partial<BillingState>): void {
    this.books = { ...this.books, ...state };
  }

  protected decide(decision: Result<BillingWrites>): Result<BillingWrites> {
    if (decision.ok) this.store(decision.value);
    return decision;
  }

  store(writes: BillingWrites): void {
    this.writes = writes;
    this.books = applyWrites(this.books, writes);
  }
}
