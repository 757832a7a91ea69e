import { quoteOption } from '../maintenance/buy-extension.ts';
import { optionsOf } from '../maintenance/options.ts';
import { quoteOrder } from '../orders/order.ts';
import { paymentsDue } from '../renewals/payments-due.ts';
import { afterChallenges } from '../renewals/simulation.ts';
import { dueActions } from '../state/due.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { isLive, isRequested } from '../state/status.ts';
import type { AccountBooks } from './account-books.ts';
import { aCard, anAddress } from './builders.ts';
import { aPromotion } from './catalogue.ts';
import { aMaintenanceClaim, aPrepaidClaim, claimOfHistories } from './coupons.ts';
import { CustomerWithOperator } from './customer-with-operator.ts';
import { LastSlots, servedPastEnd } from './end-invariants.ts';
import { checkMessages } from './entitlement-invariants.ts';
import { outcomesOf, refundOutcome } from './gateway-answers.ts';
import { brokenByStep, brokenInvariants } from './invariants.ts';
import { aLicence, withLicence } from './licences.ts';
import { days } from './moments.ts';
import { assertHolds, chargeText } from './must.ts';
import { type Answer, type Command, historyCatalogue, historyStart, withoutCustomer } from './random-commands.ts';
import { reachedBy } from './transitions.ts';

/** Customer of random histories. Checks the invariants after every write. */
export class CheckedCustomer extends CustomerWithOperator {
  private seen: AccountBooks = this.books;
  private cards = 1;
  private codes = 0;
  private isClosed = false;
  private readonly lastSlots = new LastSlots(this.settings);
  /** States the histories reached. A property that never reaches a state proves nothing about it. */
  readonly reached = new Set<string>();

  /** Changes card or address. No rule runs, so the next due time is computed here. */
  override change(state: Partial<BillingState>): void {
    super.change(state);
    const nextActionAt = dueActions(this.books, this)[0]?.at ?? null;
    super.change({ account: { ...this.books.account, nextActionAt } });
    this.seen = this.books;
  }

  private get held(): Subscription[] {
    const live = this.books.subscriptions.filter(isLive);
    // The licence of every history comes last, because only its maintenance changes.
    return live.sort((a, b) => Number(a.term === 'perpetual') - Number(b.term === 'perpetual'));
  }

  /** Makes a new coupon id for each redemption, so that none is refused because of an earlier one. */
  private nextCode(): { id: string } {
    this.codes += 1;
    return { id: `cpn_p${this.codes}` };
  }

  override check(): void {
    const differs = this.cashDifferences();
    assertHolds(differs.length === 0, differs.join('\n'));
    if (!this.writes || this.books === this.seen) return;
    const broken = [
      ...brokenByStep(this.seen, this.books, this.writes, this.settings),
      ...brokenInvariants(this.books, this.catalogue, this.settings),
      ...checkMessages(this.seen, this.books, this.writes, this.context),
    ];
    assertHolds(broken.length === 0, broken.join('\n'));
    for (const name of reachedBy(this.seen, this.writes)) this.reached.add(name);
    this.seen = this.books;
    this.lastSlots.see(this.books);
  }

  answerAs(given: Answer, attemptId: string | null | undefined): void {
    const attempt = this.books.attempts.find(({ id }) => id === attemptId);
    for (const outcome of attempt ? outcomesOf(given, attempt) : []) {
      this.answer(outcome, attemptId ?? '');
      this.check();
    }
  }

  do(step: Command): void {
    if (this.isClosed && !withoutCustomer.includes(step.do)) return;
    switch (step.do) {
      case 'order': {
        const before = this.books;
        this.endChallenges();
        const named = step.of === null ? null : (this.held[step.of] ?? null);
        const trial = step.trial && named === null;
        const order = {
          subscription: named,
          trial,
          // One field of the request: for a trial it means that the trial continues as a paid plan.
          atPeriodEnd: !trial && step.atPeriodEnd,
          transitionAtEnd: trial && step.atPeriodEnd,
          quantity: step.quantity,
          coupon:
            step.coupon === null
              ? null
              : claimOfHistories(step.coupon, this.catalogue.prices, this.books.couponRedemptions),
        };
        const wanted = this.order(step.intervalId, order);
        const beside = chargeText(quoteOrder(afterChallenges(before, this.context), wanted, this.context));
        const quoted = chargeText(quoteOrder(this.books, wanted, this.context));
        assertHolds(beside === quoted, `I26: quoted ${beside} during a challenge, ${quoted} after it`);
        const placed = this.place(step.intervalId, order);
        this.check();
        if (!placed.ok) return;
        assertHolds(quoted === chargeText(placed), `I26: quoted ${quoted}, charged ${chargeText(placed)}`);
        this.answerAs(step.answer, placed.value.attemptId);
        return;
      }
      case 'toggle': {
        const subscription = this.held[step.of];
        if (subscription) this.toggle(step.on, subscription);
        this.check();
        return;
      }
      case 'advance':
        this.advance(
          this.now + step.hours * (days(1) / 24),
          step.outage,
          (index) => step.answers[index % step.answers.length] ?? 'succeeded',
        );
        return;
      case 'answer':
        this.answerAs(step.answer, this.undecided[step.which]?.id);
        return;
      case 'repeat': {
        const decided = this.books.attempts.filter((attempt) => !this.undecided.includes(attempt))[step.which];
        const before = JSON.stringify(this.books);
        this.answerAs(step.answer, decided?.id);
        assertHolds(JSON.stringify(this.books) === before, 'I24: a repeated answer changed the books');
        return;
      }
      case 'card': {
        this.cards += 1;
        this.change({ card: aCard({ id: `pm_${this.cards}` }) });
        const open = this.books.allInvoices
          .filter((invoice) => invoice.status === 'open')
          .sort((a, b) => a.finalizedAt - b.finalizedAt);
        for (const invoice of open) this.pay(invoice.id, step.answer);
        return;
      }
      case 'lose card':
        this.change({ card: null });
        return;
      case 'pay': {
        const due = this.books.allInvoices.filter(
          (invoice) => invoice.status === 'open' || invoice.status === 'uncollectible',
        );
        const invoice = due[step.which];
        if (invoice) this.pay(invoice.id, step.answer);
        return;
      }
      case 'remove': {
        const subscription = this.held[step.of];
        if (subscription) this.remove(subscription);
        this.check();
        return;
      }
      case 'end': {
        const subscription = this.held[step.of];
        if (subscription && this.endByOperator(subscription).ok) this.reached.add('ended by an operator');
        this.check();
        return;
      }
      case 'accept': {
        const request = this.held.find(isRequested);
        if (request) this.accept(request);
        this.check();
        return;
      }
      case 'grant':
        this.grant(step.amountCents);
        this.check();
        return;
      case 'void':
      case 'write off': {
        const open = this.books.invoices.filter((invoice) => invoice.status === 'open')[step.which];
        if (open && step.do === 'void') this.voidInvoice(open.id);
        else if (open) this.writeOff(open.id);
        this.check();
        return;
      }
      case 'refund': {
        const charged = this.books.attempts.filter((attempt) => attempt.status === 'succeeded')[step.which];
        const invoice = this.books.allInvoices.find((candidate) => candidate.id === charged?.invoiceId);
        const outcome = step.taken === null ? null : refundOutcome(step.taken);
        if (invoice && this.refund(step.amountCents, outcome, invoice).ok) this.reached.add('refund');
        this.check();
        return;
      }
      case 'answer refund': {
        const open = this.books.refunds.find((refund) => refund.status === 'sending');
        if (open) this.answerRefund(open.id, refundOutcome(step.taken));
        this.check();
        return;
      }
      case 'redeem': {
        const { plan, price } = this.order(step.intervalId);
        const coupon = { ...this.nextCode(), product: plan.product, planId: plan.id, priceId: price.id };
        const named = step.of === null ? null : (this.held[step.of] ?? null);
        const claim = aPrepaidClaim({ ...coupon, durationMonths: step.months });
        this.redeemOrKeep(claim, named);
        this.check();
        return;
      }
      case 'redeem maintenance': {
        const claim = aMaintenanceClaim({ ...this.nextCode(), maintenanceMonths: step.months });
        this.redeemOrKeep(claim, this.byId(aLicence().id));
        this.check();
        return;
      }
      case 'promotion': {
        const offer = aPromotion({ id: `prm_${step.months}` });
        const promotion = { ...offer, grants: offer.grants.map((grant) => ({ ...grant, months: step.months })) };
        this.takeOrKeep(promotion);
        this.check();
        return;
      }
      case 'extend': {
        const offered = optionsOf(this.books, aLicence(), step.quantity, this.context).options;
        const option = offered.find(({ extension }) => extension.id === step.extensionId);
        const quoted = option && quoteOption(this.books, aLicence(), option, this.context);
        const begun = this.extend(step);
        this.check();
        if (!begun.ok) return;
        assertHolds(
          quoted?.amountDueCents === this.lastInvoice.amountDueCents,
          `I26: an extension quoted at ${quoted?.amountDueCents} was charged ${this.lastInvoice.amountDueCents}`,
        );
        this.answerAs(step.answer, begun.value.attemptId);
        for (const purchase of this.books.purchases) this.reached.add(`purchase ${purchase.status}`);
        return;
      }
      case 'move':
        this.change({ billTo: anAddress({ country: step.country }), taxRatePpm: step.taxRatePpm });
        return;
      case 'close':
        // Closing is refused while a review is open.
        this.isClosed = this.books.account.exportStatus !== 'pending' && this.close().ok;
        this.check();
        return;
      default: {
        const happened = this.carryOutExternal(step);
        if (happened) this.reached.add(happened);
        this.check();
      }
    }
  }

  /** Ends open challenges, as every new order does first. */
  private endChallenges(): void {
    for (const { id } of this.undecided.filter(({ status }) => status === 'requires_action')) this.answerAs('left', id);
  }

  private pay(invoiceId: string, given: Answer): void {
    const [oldest] = paymentsDue(this.books, this.context);
    this.endChallenges();
    const paid = this.payNow(invoiceId);
    this.check();
    if (paid.ok && oldest?.invoiceId === invoiceId) {
      const amountCents = this.books.attempts.find(({ id }) => id === paid.value.attemptId)?.amountCents ?? 0;
      assertHolds(amountCents === oldest.amountDueCents, `I26: shown ${oldest.amountDueCents}, charged ${amountCents}`);
    }
    if (paid.ok) this.answerAs(given, paid.value.attemptId);
  }

  /**
   * Advances time. Without an outage each due action runs at its own time, as with a sandbox clock; with one all run at
   * the end.
   */
  advance(to: number, outage: boolean, answerTo: (step: number) => Answer): void {
    for (let steps = 0; ; steps += 1) {
      if (steps > 400)
        throw new Error(
          `due work of ${this.books.account.id}: not done after 400 steps; an action does not move its due time`,
        );
      const next = dueActions(this.books, this)[0]?.at ?? null;
      this.now = outage || next === null || next > to ? to : Math.max(this.now, next);
      const { action, attemptId } = this.run();
      this.check();
      if (!action) {
        const unpaid = this.lastSlots.servedPast(this.books, this.now, outage);
        const served = [...servedPastEnd(this.books, this.now), ...unpaid];
        assertHolds(served.length === 0, served.join('\n'));
        return;
      }
      this.reached.add(`due ${action.kind}`);
      if (attemptId) this.answerAs(answerTo(steps), attemptId);
    }
  }
}

/** Carries out a history. Throws at the first broken invariant. */
export const playHistory = (commands: readonly Command[]): CheckedCustomer => {
  const ada = new CheckedCustomer(
    historyStart,
    { ...withLicence(), verifiedEmail: 'ada@example.org' },
    historyCatalogue,
  );
  for (const step of commands) ada.do(step);
  return ada;
};
