import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { planWithPackage } from '@foyer/domain/catalogue/plan-contents';
import type { BatchOrder } from '@foyer/domain/coupons/batch';
import type { FindCode } from '../billing/find-code.ts';
import type { BillingReads, Caller, CodeKey } from '../billing/ports.ts';
import type { CouponBatch, CouponBatchOrder } from '../operator/create-coupons.ts';
import type { By } from '../operator/ports.ts';
import type { OrderOutcome } from '../orders/place-order.ts';
import { Refused, refusedCommand } from '../refused.ts';

/** Redeems a code for an account and writes the audit log in the same transaction, so that a repeated call is refused. */
export type RedeemAudited = (
  accountId: AccountId,
  code: CodeKey,
  subscriptionId: string | null,
  by: By,
) => Promise<OrderOutcome>;

interface Dependencies {
  readonly reads: Pick<BillingReads, 'account'>;
  readonly findCode: FindCode;
  readonly redeemAudited: RedeemAudited;
}

export interface PlanGiven {
  readonly subscriptionId: string;
  /** True if the time was added to a subscription, false if it began one. */
  readonly changed: boolean;
}

const closed = (accountId: AccountId): Refused => refusedCommand('account_closed', { type: 'account', id: accountId });

/** Redeems a code for a customer, by the rules of a customer's own redemption (CD-04). */
export const makeRedeemForCustomer =
  ({ reads, findCode, redeemAudited }: Dependencies) =>
  async (caller: Caller, typed: string, subscriptionId: string | null, by: By): Promise<PlanGiven> => {
    const { accountId } = caller;
    const loaded = await reads.account(accountId);
    if (!loaded) throw new Refused('NOT_FOUND');
    if (loaded.state.account.status !== 'open') throw closed(accountId);
    const code = await findCode(caller, typed);
    if (code.type === 'Discount') throw new Refused('INVALID_COUPON_TYPE');
    const redeemed = await redeemAudited(accountId, code, subscriptionId, by).catch((error: unknown) => {
      // The account was closed during the wait for its lock.
      throw error instanceof Refused && error.type === 'INVALID_TOKEN' ? closed(accountId) : error;
    });
    return { subscriptionId: redeemed.subscriptionId, changed: redeemed.changed };
  };

/** Time to give: a term of a plan, a perpetual licence, or maintenance of one. */
export type TimeToGive = Pick<BatchOrder, 'planId' | 'months' | 'perpetual'> & {
  readonly maintenance?: boolean | undefined;
  readonly subscriptionId?: string | undefined;
};

interface GiveDependencies {
  readonly redeemForCustomer: ReturnType<typeof makeRedeemForCustomer>;
  readonly createCoupons: (order: CouponBatchOrder, by: By) => Promise<CouponBatch>;
  readonly revokeCoupons: (batchId: string, by: By) => Promise<unknown>;
}

/**
 * Gives a customer time without a charge: it makes one code and redeems it for the account, so that the rules of prepaid time
 * hold. A code that is refused is revoked, except one that an export review holds.
 */
export const makeGiveTime =
  ({ redeemForCustomer, createCoupons, revokeCoupons }: GiveDependencies) =>
  async (caller: Caller, { maintenance, subscriptionId, ...wanted }: TimeToGive, by: By): Promise<PlanGiven> => {
    // The audit log of the redemption has the key of the call. It is the step that must not happen twice.
    const unkeyed = { ...by, requestKey: null };
    const type = maintenance ? ('PrepaidMaintenance' as const) : ('Prepaid' as const);
    const order = { ...wanted, type, count: 1, name: `vendor API, ${caller.accountId}` };
    const { batchId, codes } = await createCoupons(order, unkeyed);
    try {
      return await redeemForCustomer(caller, codes[0] ?? '', subscriptionId ?? null, by);
    } catch (error) {
      if (!(error instanceof Refused && error.detail.held)) await revokeCoupons(batchId, unkeyed);
      throw error;
    }
  };

/** Package to give, by id or short name. */
export interface PackageToGive {
  readonly package: string;
  readonly months: number;
  readonly subscriptionId?: string | undefined;
}

interface PackageDependencies {
  readonly catalogue: () => Catalogue;
  readonly giveTime: ReturnType<typeof makeGiveTime>;
}

/** Gives a customer a package without a charge: a term of the plan that has this package alone (decision 82). */
export const makeGivePackage =
  ({ catalogue, giveTime }: PackageDependencies) =>
  async (caller: Caller, { package: named, ...wanted }: PackageToGive, by: By): Promise<PlanGiven> => {
    const planId = planWithPackage(catalogue(), named);
    if (planId === null)
      throw new Refused('ACTION_REFUSED', {
        code: 'unknown_package',
        message: `Not one plan on sale has only the package ${named}. Check its name, or give a term of a plan.`,
      });
    return giveTime(caller, { ...wanted, planId }, by);
  };
