import type { Promotion } from '../catalogue/promotion.ts';
import { holdPrepaid } from '../coupons/hold-prepaid.ts';
import { type PrepaidClaim, redeemPrepaid } from '../coupons/redeem-prepaid.ts';
import { payOutCredit } from '../operator/pay-out-credit.ts';
import { loseDispute } from '../payments/lose-dispute.ts';
import { bookGatewayRefund, type GatewayRefund, type RefundOutcome, reverseRefund } from '../payments/refund.ts';
import { bookRefundAsGoodwill, reverseUnplacedRefund, type UnplacedStatus } from '../payments/unplaced-refund.ts';
import { holdPromotion, redeemPromotion } from '../promotions/redeem.ts';
import { releaseAll } from '../renewals/release-held.ts';
import type { Refusal } from '../result.ts';
import type { Attempt, Invoice, Subscription } from '../state/entities.ts';
import type { HeldRedemption } from '../state/promotion-entities.ts';
import { lostCentsOf, paymentOf } from './account-books.ts';
import { Customer } from './customer.ts';
import type { ExternalCommand, Placing } from './random-commands.ts';

/** Refund made in the gateway's own pages, with its status in the books (decision 19). */
interface MadeByHand extends GatewayRefund {
  readonly of: Attempt;
  status: UnplacedStatus;
}

/** Held redemption with its input, as the database would return it. */
type Kept = { readonly claim: PrepaidClaim; readonly named: Subscription | null } | { readonly promotion: Promotion };

const failed: RefundOutcome = { kind: 'failed', message: 'more than is left of the charge' };
/** Picks a row by any number, so that random indexes rarely miss. */
const pick = <T>(rows: readonly T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Customer with actions of operators, of the gateway's own pages and of the customer's bank: refunds outside our
 * commands, and redemptions held under review.
 */
export class CustomerWithOperator extends Customer {
  private readonly made: MadeByHand[] = [];
  private readonly kept = new Map<string, Kept>();
  private paidOutCents = 0;

  /** Amount the gateway would still refund of a charge. */
  private restOf({ id, amountCents }: Attempt): number {
    const { refunds } = this.books;
    const byHand = this.made.filter(({ of, status }) => of.id === id && status !== 'returned');
    const ours = refunds.filter(
      ({ attemptId, status, gatewayRef }) =>
        attemptId === id && status === 'succeeded' && !this.made.some(({ refundRef }) => refundRef === gatewayRef),
    );
    return amountCents - sum([...byHand, ...ours].map((one) => one.amountCents)) - lostCentsOf(this.books, id);
  }

  private get payments(): { attempt: Attempt; invoice: Invoice }[] {
    return this.books.attempts.flatMap((attempt) => {
      const invoice = this.books.allInvoices.find(({ id }) => id === attempt.invoiceId);
      return attempt.status === 'succeeded' && invoice ? [{ attempt, invoice }] : [];
    });
  }

  /** Refuses a refund of more than is left of the charge, as the gateway does. */
  override answerRefund(id: string, outcome: RefundOutcome): void {
    const refund = this.books.refunds.find((candidate) => candidate.id === id);
    const attempt = this.books.attempts.find((candidate) => candidate.id === refund?.attemptId);
    const isLeft = refund && attempt ? refund.amountCents <= this.restOf(attempt) : true;
    super.answerRefund(id, outcome.kind === 'taken' && !isLeft ? failed : outcome);
  }

  /** Differences between the cash at the gateway and in the ledger (INV-2). */
  cashDifferences(): string[] {
    const { ledger, refunds } = this.books;
    const booked = sum(
      ledger.map(({ debit, credit, amountCents }) =>
        debit === 'cash' ? amountCents : credit === 'cash' ? -amountCents : 0,
      ),
    );
    const [first] = this.payments;
    const till = sum(this.payments.map(({ attempt }) => this.restOf(attempt))) - this.paidOutCents;
    // A refund that waits for an operator has left the gateway's balance, but is not booked yet.
    const waiting = sum(this.made.filter(({ status }) => status === 'waiting').map(({ amountCents }) => amountCents));
    const twice = refunds.filter(({ gatewayRef, status }) => status === 'succeeded' && this.isBookedTwice(gatewayRef));
    return [
      ...(first && booked !== till + waiting
        ? [`INV-2: cash ${booked}, ${till} at the gateway, ${waiting} waiting`]
        : []),
      ...twice.map(({ id }) => `INV-10: ${id} is booked twice`),
    ];
  }

  private isBookedTwice(gatewayRef: string | null): boolean {
    const rows = this.books.refunds.filter((row) => row.status === 'succeeded' && row.gatewayRef === gatewayRef);
    return rows.length > 1 && this.made.some(({ refundRef }) => refundRef === gatewayRef);
  }

  private refundByHand(which: number, wantedCents: number | null): string | null {
    const paid = pick(this.payments, which);
    const amountCents = Math.min(wantedCents ?? Number.POSITIVE_INFINITY, paid ? this.restOf(paid.attempt) : 0);
    if (!paid || amountCents <= 0) return null;
    const refund = { refundRef: `re_hand_${this.made.length + 1}`, amountCents, of: paid.attempt };
    const booked = this.book(refund, paid);
    this.made.push({ ...refund, status: booked.ok ? 'booked' : 'waiting' });
    if (booked.ok) this.store(booked.value.writes);
    return booked.ok ? 'refund by hand' : 'refund fits nowhere';
  }

  private book(refund: GatewayRefund, { invoice, attempt }: (typeof this.payments)[number]) {
    return bookGatewayRefund(this.books, paymentOf(this.books, invoice, attempt), refund, this.context);
  }

  /** Decides about an unplaced refund as an operator. Not while an own refund of that payment is undecided. */
  private placeRefund(as: Placing): string | null {
    const refund = this.made.find(({ status }) => status === 'waiting');
    if (!refund) return null;
    const isOpen = this.books.refunds.some((row) => row.attemptId === refund.of.id && row.status === 'sending');
    if (as !== 'booked' && isOpen) return null;
    if (as === 'dismissed') {
      this.store(bookRefundAsGoodwill(this.books, refund, this.context));
    } else {
      const decisions =
        as === 'booked'
          ? this.payments.map((paid) => this.book(refund, paid))
          : [payOutCredit(this.books, refund.refundRef, refund.amountCents, this.context)];
      const decision = decisions.find(({ ok }) => ok);
      if (!decision?.ok) return null;
      this.store(decision.value.writes);
    }
    refund.status = as;
    return `refund ${as}`;
  }

  /** Returns a refund that the bank could not credit, an own one or one made at the gateway. */
  private refundBack(which: number): string | null {
    const ours = this.books.refunds.filter(({ status }) => status === 'succeeded');
    const strays = this.made.filter(({ status }) => status !== 'returned' && status !== 'booked');
    const back = pick([...strays, ...ours], which);
    const stray = strays.find((row) => row === back);
    const refund = ours.find((row) => row === back);
    if (refund) this.store(reverseRefund(this.books, refund, 'closed', this.context));
    const hand = stray ?? this.made.find(({ refundRef }) => refundRef === refund?.gatewayRef);
    if (stray && (stray.status === 'from_credit' || stray.status === 'dismissed'))
      this.store(reverseUnplacedRefund(this.books, stray, stray.status, this.context));
    if (hand) hand.status = 'returned';
    if (refund) return 'refund reversed';
    return stray ? 'stray refund returned' : null;
  }

  private lose(which: number, wantedCents: number | null): string | null {
    const paid = pick(this.payments, which);
    const lostCents = Math.min(wantedCents ?? Number.POSITIVE_INFINITY, paid ? this.restOf(paid.attempt) : 0);
    if (!paid || lostCents <= 0) return null;
    const bookedCents = lostCentsOf(this.books, paid.attempt.id);
    const lost = { lostCents: bookedCents + lostCents, bookedCents };
    this.store(loseDispute(this.books, paid.attempt, lost, this.context));
    return 'dispute lost';
  }

  private payOut(wantedCents: number | null): string | null {
    const paid = payOutCredit(this.books, this.newId('audit'), wantedCents, this.context);
    if (!paid.ok) return null;
    this.paidOutCents += paid.value.amountCents;
    this.store(paid.value.writes);
    return 'credit paid out';
  }

  private beginReview(): string | null {
    const { account } = this.books;
    if (account.exportStatus !== 'none') return null;
    this.change({ account: { ...account, exportStatus: 'pending' } });
    return null;
  }

  /** Redeems a code, or holds it if a review is open. */
  redeemOrKeep(claim: PrepaidClaim, named: Subscription | null): void {
    const redeemed = this.redeemCode(claim, named);
    if (!redeemed.ok) this.keep(redeemed, { claim, named });
  }

  takeOrKeep(promotion: Promotion): void {
    const taken = this.take(promotion);
    if (!taken.ok) this.keep(taken, { promotion });
  }

  /** Holds a redemption only if it was refused because of the review. */
  private keep(refusal: Refusal, kept: Kept): void {
    const { promotionRedemptions } = this.books;
    if (refusal.type !== 'NEEDS_REVIEW') return;
    const isThere =
      'promotion' in kept &&
      promotionRedemptions.some(
        ({ promotionId, status }) => promotionId === kept.promotion.id && status !== 'released',
      );
    if (isThere) return;
    const review = { reviewId: 'exr_1' };
    this.store(
      'promotion' in kept
        ? holdPromotion(this.books, kept.promotion, { code: `${kept.promotion.name}:1`, ...review }, this.context)
        : holdPrepaid(
            this.books,
            kept.claim,
            { named: kept.named, name: kept.claim.coupon.id, ...review },
            this.context,
          ),
    );
    const { held } = this.books;
    const id = held.at(-1)?.id;
    if (id !== undefined) this.kept.set(id, kept);
  }

  private carryOut(held: HeldRedemption): ReturnType<typeof redeemPrepaid> | ReturnType<typeof redeemPromotion> {
    const kept = this.kept.get(held.id);
    if (!kept) throw new Error(`held redemption ${held.id} has no stored input`);
    if ('promotion' in kept) {
      const row = this.books.promotionRedemptions.find(({ id }) => id === held.id) ?? null;
      const claim = { code: row?.code ?? '', verdict: 'clear' } as const;
      return redeemPromotion(this.books, kept.promotion, row, claim, this.context);
    }
    const row = this.books.couponRedemptions.find(({ id }) => id === held.id) ?? null;
    const named = this.books.subscriptions.find(({ id, endedAt }) => id === kept.named?.id && endedAt === null) ?? null;
    return redeemPrepaid(this.books, kept.claim, { named, verdict: 'clear', held: row }, this.context);
  }

  /** Decides a review in one transaction. An undecided payment of a plan to be replaced undoes the whole decision. */
  private decideReview(isCleared: boolean): string | null {
    const before = this.books;
    if (before.account.exportStatus !== 'pending') return null;
    this.change({ account: { ...before.account, exportStatus: isCleared ? 'cleared' : 'denied' } });
    if (!isCleared) {
      this.store(releaseAll(this.books, this.books.held, this.context));
      return before.held.length > 0 ? 'held released' : null;
    }
    let happened: string | null = null;
    for (const held of before.held) {
      const decision = this.carryOut(held);
      if (!decision.ok && decision.type === 'OPERATION_IN_PROGRESS') {
        this.change(before);
        return 'review undecided';
      }
      this.store(decision.ok ? decision.value.writes : releaseAll(this.books, [held], this.context));
      this.check();
      happened = decision.ok ? 'held applied' : 'held released';
    }
    if (this.books.held.length > 0) throw new Error('D7: redemptions are still held after the review was decided');
    return happened;
  }

  /** Called after each decision. Subclasses check invariants here. */
  check(): void {}

  /**
   * Carries out an action of an operator, the gateway or the bank. Returns a word for its result, or null if nothing happened.
   */
  carryOutExternal(step: ExternalCommand): string | null {
    switch (step.do) {
      case 'refund by hand': {
        const made = this.refundByHand(step.which, step.amountCents);
        this.check();
        return (step.as && this.placeRefund(step.as)) ?? made;
      }
      case 'place refund':
        return this.placeRefund(step.as);
      case 'refund back':
        return this.refundBack(step.which);
      case 'lose dispute':
        return this.lose(step.which, step.amountCents);
      case 'pay out':
        return this.payOut(step.amountCents);
      case 'review':
        return this.beginReview();
      case 'decide review':
        return this.decideReview(step.isCleared);
      default:
        return step satisfies never;
    }
  }
}
