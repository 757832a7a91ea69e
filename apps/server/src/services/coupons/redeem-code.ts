import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { PrepaidClaim } from '@foyer/domain/coupons/redeem-prepaid';
import { redeemPrepaid } from '@foyer/domain/coupons/redeem-prepaid';
import { isLive } from '@foyer/domain/state/status';
import { lockCustomer } from '../billing/lock-customer.ts';
import type { BillingStore, CodeKey, IdempotencyClaim, LoadedAccount } from '../billing/ports.ts';
import { writeSubject } from '../idempotency/subject.ts';
import type { OrderDependencies, OrderOutcome } from '../orders/place-order.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { holdCode } from './hold-code.ts';

type Dependencies = Pick<OrderDependencies, 'inTransaction' | 'closeChallenges' | 'screenAccount'>;

/** Returns the live subscription that a call names; null if it names none. */
export const namedOf = (loaded: LoadedAccount, subscriptionId: string | null) => {
  if (subscriptionId === null) return null;
  const named = loaded.state.subscriptions.find(({ id }) => id === subscriptionId);
  if (!named || !isLive(named)) throw new Refused('NOT_FOUND');
  return named;
};

/** Locks the coupon of a prepaid or maintenance code until the transaction ends. */
const claimPrepaid = async (store: BillingStore, code: CodeKey, accountId: AccountId): Promise<PrepaidClaim> => {
  const claim = await store.claimCoupon(code, accountId);
  if (!claim) throw new Refused('NOT_FOUND');
  if (claim.coupon.type === 'Discount') throw new Refused('INVALID_COUPON_TYPE');
  return claim as PrepaidClaim;
};

/**
 * Redeems a prepaid or maintenance code (CD-04). One transaction locks account and coupon and stores subscription, receipt,
 * redemption and count. The code stays unused if anything fails before the commit. An export review holds the code for the
 * account (D7).
 */
export const makeRedeemCode =
  ({ ruleContext, wallNow }: Platform, { inTransaction, closeChallenges, screenAccount }: Dependencies) =>
  async (
    accountId: AccountId,
    code: CodeKey,
    subscriptionId: string | null,
    claim: IdempotencyClaim | null,
  ): Promise<OrderOutcome> => {
    await closeChallenges(accountId);
    const verdict = await screenAccount(accountId);
    const outcome = await inTransaction(async (store) => {
      const loaded = await lockCustomer(store, accountId);
      const named = namedOf(loaded, subscriptionId);
      const coupon = await claimPrepaid(store, code, accountId);
      const context = ruleContext(loaded.now);
      const decision = redeemPrepaid(loaded.state, coupon, { named, verdict }, context);
      if (!decision.ok)
        return holdCode(
          store,
          loaded,
          { claim: coupon, named, verdict, refusal: decision, wallNow: wallNow() },
          context,
        );
      const redeemed = decision.value;
      await store.store(redeemed.writes);
      const outcome = {
        subscriptionId: redeemed.subscription.id,
        invoiceId: redeemed.invoiceId,
        changed: redeemed.effect.action === 'extends' || redeemed.effect.action === 'extends_maintenance',
      };
      if (claim) await store.bindIdempotencyKey(claim, writeSubject({ attemptId: null, ...outcome }));
      return outcome;
    });
    if (outcome instanceof Refused) throw outcome;
    return outcome;
  };
