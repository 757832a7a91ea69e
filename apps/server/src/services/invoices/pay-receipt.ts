import type { Receipt } from '@foyer/contract/api/receipt';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { payNow } from '@foyer/domain/payments/pay-now';
import { lockCustomer } from '../billing/lock-customer.ts';
import type { BillingReads, IdempotencyClaim, InBillingTransaction } from '../billing/ports.ts';
import { writeSubject } from '../idempotency/subject.ts';
import type { SendAttempt } from '../payments/charge.ts';
import type { CloseChallenges } from '../payments/close-challenges.ts';
import type { ThrowUnlessSucceeded } from '../payments/throw-unless-succeeded.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, Refused } from '../refused.ts';
import { type Payee, viewReceipt } from './receipt-views.ts';

interface Dependencies {
  readonly reads: Pick<BillingReads, 'receipt'>;
  readonly inTransaction: InBillingTransaction;
  readonly sendAttempt: SendAttempt;
  readonly closeChallenges: CloseChallenges;
  readonly throwUnlessSucceeded: ThrowUnlessSucceeded;
  readonly payee: Payee;
}

/** Pays an open or uncollectible receipt with the card on file (PM-09). */
export const makePayReceipt =
  (
    { ruleContext, wallNow }: Platform,
    { reads, inTransaction, sendAttempt, closeChallenges, throwUnlessSucceeded, payee }: Dependencies,
  ) =>
  async (
    accountId: AccountId,
    id: string,
    expectedTotalCents: number | undefined,
    claim: IdempotencyClaim | null,
    language: Language,
  ): Promise<Receipt> => {
    await closeChallenges(accountId);
    const before = await reads.receipt(accountId, id);
    if (!before) throw new Refused('NOT_FOUND');
    if (before.invoice.status === 'paid') throw new Refused('ALREADY_PAID');
    const attemptId = await inTransaction(async (store) => {
      const loaded = await lockCustomer(store, accountId);
      // Another call paid it during the wait for the lock.
      if (!loaded.state.invoices.some((invoice) => invoice.id === before.invoice.id)) throw new Refused('ALREADY_PAID');
      const paying = orRefuse(
        payNow(loaded.state, before.invoice.id, expectedTotalCents, ruleContext(loaded.now), wallNow()),
      );
      await store.store(paying.writes);
      if (claim) {
        const subject = {
          attemptId: paying.attemptId,
          invoiceId: before.invoice.id,
          subscriptionId: null,
          changed: true,
        };
        await store.bindIdempotencyKey(claim, writeSubject(subject));
      }
      return paying.attemptId;
    });
    // Without an attempt, newly added credit has paid it.
    if (attemptId) await throwUnlessSucceeded(await sendAttempt(attemptId));
    const after = await reads.receipt(accountId, before.invoice.id);
    if (!after) throw new Refused('NOT_FOUND');
    return viewReceipt(after, { payee, catalogue: ruleContext(wallNow()).catalogue }, language);
  };
