import type { PurchaseStarted } from '@foyer/contract/api/maintenance';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { buyExtension, type ExtensionOrder } from '@foyer/domain/maintenance/buy-extension';
import { underCommandKey } from '../billing/command-key.ts';
import { lockCustomer } from '../billing/lock-customer.ts';
import type { IdempotencyClaim, InBillingTransaction } from '../billing/ports.ts';
import { writeSubject } from '../idempotency/subject.ts';
import type { SendAttempt } from '../payments/charge.ts';
import type { CloseChallenges } from '../payments/close-challenges.ts';
import { makeReadStarted, type PurchaseDependencies } from '../payments/read-purchase.ts';
import type { Platform } from '../platform.ts';
import { orRefuse } from '../refused.ts';

interface Dependencies extends PurchaseDependencies {
  readonly inTransaction: InBillingTransaction;
  readonly sendAttempt: SendAttempt;
  readonly closeChallenges: CloseChallenges;
  /** Resolves when the request should wait no longer for the bank. The page polls for the result then (MA-03). */
  readonly responseTimeout: () => Promise<unknown>;
}

/** Sends the charge, but waits only as long as the response may take. The page polls for a later result. */
const sendUntilResponseTimeout = async (
  attemptId: string,
  { onFault }: Platform,
  { sendAttempt, responseTimeout }: Dependencies,
) => {
  const sending = sendAttempt(attemptId);
  const answered = await Promise.race([sending.then(() => true), responseTimeout().then(() => false)]);
  if (!answered) sending.catch((error) => onFault(error, `charge ${attemptId}`));
};

/**
 * Buys an extension of maintenance (MA-03). Purchase, invoice and attempt are committed before the card is charged. A
 * declined charge is answered at once. While the outcome is unknown, the purchase is pending.
 */
export const makeBuyMaintenance = (platform: Platform, needs: Dependencies) => {
  const readStarted = makeReadStarted(needs);
  return async (
    accountId: AccountId,
    order: ExtensionOrder,
    claim: IdempotencyClaim | null,
  ): Promise<PurchaseStarted> => {
    await needs.closeChallenges(accountId);
    const begun = await needs.inTransaction(async (store) => {
      const loaded = await lockCustomer(store, accountId);
      const decision = orRefuse(
        buyExtension(loaded.state, order, platform.ruleContext(loaded.now), platform.wallNow()),
      );
      await store.store(underCommandKey(decision.writes, claim));
      const { attemptId, purchase } = decision;
      if (claim) {
        const { id: purchaseId, invoiceId, forSubscriptionId: subscriptionId } = purchase;
        await store.bindIdempotencyKey(
          claim,
          writeSubject({ attemptId, invoiceId, subscriptionId, changed: true, purchaseId }),
        );
      }
      return decision;
    });
    if (begun.attemptId) await sendUntilResponseTimeout(begun.attemptId, platform, needs);
    return readStarted(accountId, begun.purchase.id);
  };
};
