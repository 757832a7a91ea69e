import type { Promotion as PromotionView } from '@foyer/contract/api/promotions';
import { checkPromotion } from '@foyer/domain/catalogue/promotion';
import { checkCanBeGranted } from '@foyer/domain/promotions/redeem';
import { afterChallenges } from '@foyer/domain/renewals/simulation';
import type { BillingReads, Caller } from '../billing/ports.ts';
import type { PromotionLookUps } from '../billing/promotion-ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { type FindPromotionDependencies, makeFindByName } from './find-promotion.ts';
import { viewPromotion } from './view-promotion.ts';

interface Dependencies extends FindPromotionDependencies {
  readonly lookUps: PromotionLookUps;
  readonly reads: Pick<BillingReads, 'account'>;
  /** Makes a code of at least 128 random bits, without characters that look alike. */
  readonly newCode: () => string;
}

/**
 * Looks a promotion up (PR-02) and returns the code for this account: the typed code, or one made at the first look-up. A
 * promotion that the account cannot take is refused here, before the page asks for an address or card (PR-05). One that waits
 * for an export review is not refused: an operator decides it.
 */
export const makeLookUpPromotion = (platform: Platform, needs: Dependencies) => {
  const findByName = makeFindByName(needs);
  return async (caller: Caller, text: string): Promise<{ promoCode: string; promotion: PromotionView }> => {
    const found = await findByName(caller, text);
    if (!found) throw new Refused('NOT_FOUND', { message: 'Promotion not found.' });
    const loaded = await needs.reads.account(caller.accountId);
    if (!loaded) throw new Refused('NOT_FOUND');
    const { promotion } = found;
    const use = await needs.lookUps.promotionUse(promotion, caller.accountId, false);
    const context = platform.ruleContext(loaded.now);
    const state = afterChallenges(loaded.state, context);
    const refused =
      checkPromotion(promotion, { ...use, now: loaded.now }) ??
      (use.claimed === 'held' ? null : checkCanBeGranted(state, promotion, context));
    if (refused) throw new Refused(refused.type);
    const code = found.code ?? (await needs.lookUps.findOrAddOwnCode(promotion.id, caller.accountId, needs.newCode()));
    return {
      promoCode: `${promotion.name}:${code}`,
      promotion: viewPromotion(promotion, state, context, caller.language),
    };
  };
};
