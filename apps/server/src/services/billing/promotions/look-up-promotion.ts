import type { Promotion as PromotionView } from '@foyer/contract/api/promotions';
import { afterChallenges } from '@foyer/domain/billing/simulation';
import { checkPromotion } from '@foyer/domain/promotions/promotion';
import { checkRoom } from '@foyer/domain/promotions/redeem';
import type { Platform } from '../../platform.ts';
import { Refused } from '../../refused.ts';
import type { BillingReads, Caller } from '../ports.ts';
import type { PromotionLookUps } from '../promotion-ports.ts';
import { type FindPromotionDependencies, makeFindByName } from './find-promotion.ts';
import { viewPromotion } from './view-promotion.ts';

interface Dependencies extends FindPromotionDependencies {
  readonly lookUps: PromotionLookUps;
  readonly reads: Pick<BillingReads, 'account'>;
  /** At least 128 random bits, in letters that are not mistaken for each other. */
  readonly newCode: () => string;
}

/**
 * Looks a promotion up (PR-02), with the code the account takes it with: its own, made at the first look and the same from
 * then on, or the one that came along. One that the account has no room for is refused here already (PR-05), before an
 * address or a card is asked for; not one that is kept for it: that a person decides.
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
      (use.claimed === 'held' ? null : checkRoom(state, promotion, context));
    if (refused) throw new Refused(refused.type);
    const code = found.code ?? (await needs.lookUps.findOrAddOwnCode(promotion.id, caller.accountId, needs.newCode()));
    return {
      promoCode: `${promotion.name}:${code}`,
      promotion: viewPromotion(promotion, state, context, caller.language),
    };
  };
};
