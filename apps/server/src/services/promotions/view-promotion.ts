import type { Promotion as PromotionView } from '@foyer/contract/api/promotions';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import { planById, priceById } from '@foyer/domain/catalogue/catalogue';
import { familyOf } from '@foyer/domain/catalogue/family';
import { catalogueIn } from '@foyer/domain/catalogue/in-language';
import { freeMonths, type Promotion } from '@foyer/domain/catalogue/promotion';
import { addMonths } from '@foyer/domain/dates/months';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { type ChargeThen, forecastPromotion } from '@foyer/domain/promotions/forecast-promotion';
import type { BillingState } from '@foyer/domain/state/entities';
import { hasBegun } from '@foyer/domain/state/status';
import { formatBytes } from '../catalogue/format-bytes.ts';
import { viewExchange } from '../catalogue/plan-details.ts';

const viewChargeThen = (charge: ChargeThen | null): PromotionView['chargeThen'] => {
  if (charge === null) return null;
  const { taxRatePpm, ...rest } = charge;
  return { ...rest, taxRatePercentage: ppmToPercent(taxRatePpm) };
};

/** Returns the view of a promotion for one account, as if it were redeemed now (PR-04). */
export const viewPromotion = (
  promotion: Promotion,
  state: BillingState,
  context: RuleContext,
  language: Language,
): PromotionView => {
  const { now } = context;
  const catalogue = catalogueIn(language, context.catalogue);
  const months = freeMonths(promotion);
  const grants = promotion.grants.map(({ product, planId, transitionPriceId }) => {
    const plan = planById(catalogue, planId);
    const after = transitionPriceId === null ? undefined : priceById(catalogue, transitionPriceId);
    return {
      product,
      planId,
      planName: plan?.displayName ?? planId,
      storageSizeLimit: plan?.storageBytes ?? null,
      storageDisplay: plan?.storageBytes ? formatBytes(plan.storageBytes) : null,
      accessKeyLimit: plan?.accessKeyLimit ?? null,
      // a plan that is only granted has no description, so that of the following plan is used
      description: plan?.description || planById(catalogue, after?.planId ?? '')?.description || '',
      amountAfter: after?.amountCents ?? null,
    };
  });
  const compared = grants.find((grant) => familyOf(catalogue, grant).limits.includes('storage'));
  const offered = compared?.storageSizeLimit ?? null;
  const held = state.subscriptions.filter((row) => hasBegun(row) && row.product === compared?.product);
  const inUse = held.map(({ planId }) => planById(catalogue, planId)?.storageBytes ?? 0);
  const forecast = forecastPromotion(state, promotion, context);
  return {
    name: promotion.name,
    collectPayment: promotion.collectPayment,
    months,
    renewsOn: months === null ? null : new Date(addMonths(now, months)).toISOString(),
    grants,
    downgrade: offered !== null && Math.max(0, ...inUse) > offered,
    exchange: compared ? viewExchange(held, compared.planId, catalogue, language) : null,
    creditCents: forecast?.creditCents ?? null,
    chargeThen: viewChargeThen(forecast?.chargeThen ?? null),
  };
};
