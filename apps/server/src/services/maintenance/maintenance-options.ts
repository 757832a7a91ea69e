import type { MaintenanceOptions } from '@foyer/contract/api/maintenance';
import type { ExtensionOption as OptionView } from '@foyer/contract/api/shapes';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { iso } from '@foyer/contract/vocabulary/instants';
import { ppmToPercent } from '@foyer/contract/vocabulary/money';
import { taxPlaceOf } from '@foyer/domain/catalogue/tax-place';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { quoteOption } from '@foyer/domain/maintenance/buy-extension';
import { licenceOf } from '@foyer/domain/maintenance/extend';
import { type ExtensionOption, extensionYears, optionsOf } from '@foyer/domain/maintenance/options';
import { afterChallenges } from '@foyer/domain/renewals/simulation';
import { undecidedAttemptOf } from '@foyer/domain/state/due';
import type { BillingState, Subscription } from '@foyer/domain/state/entities';
import type { BillingReads } from '../billing/ports.ts';
import type { Platform } from '../platform.ts';
import { orRefuse, Refused } from '../refused.ts';

const viewOption = ({ extension, quantity, newExpiration, totalCents }: ExtensionOption): OptionView => ({
  id: extension.id,
  name: extension.name,
  category: extension.category,
  newExpiration: iso(newExpiration),
  durationInMonths: extension.durationMonths,
  amount: extension.amountCents,
  quantity,
  totalPrice: totalCents,
  extensionLength: extensionYears(extension, quantity),
  isSelfService: extension.isSelfService,
});

/** Extensions in the view of a subscription, with the price of one piece. Only a live perpetual licence has any. */
export const viewExtensionOptions = (
  state: BillingState,
  subscription: Subscription,
  context: RuleContext,
): OptionView[] =>
  licenceOf(state, subscription.id).ok ? optionsOf(state, subscription, 1, context).options.map(viewOption) : [];

/**
 * Purchase that the bank has not decided. A challenge that waits for the customer does not count: the next order ends it.
 */
const pendingPurchase = (state: BillingState, subscriptionId: string): string | null =>
  state.purchases.find(
    ({ forSubscriptionId, invoiceId }) =>
      forSubscriptionId === subscriptionId && undecidedAttemptOf(state, invoiceId)?.status !== 'requires_action',
  )?.id ?? null;

/** Returns the extensions of a licence with their price now, computed by the rules that charge it (MA-02, I26). */
export const makeReadMaintenanceOptions =
  ({ ruleContext }: Platform, { reads }: { readonly reads: Pick<BillingReads, 'account'> }) =>
  async (accountId: AccountId, subscriptionId: string, quantity: number): Promise<MaintenanceOptions> => {
    const loaded = await reads.account(accountId);
    if (!loaded) throw new Refused('NOT_FOUND');
    const { state, now } = loaded;
    const context = ruleContext(now);
    const licence = orRefuse(licenceOf(state, subscriptionId));
    const { options: offered, isAtMax, isOutside, ends } = optionsOf(state, licence, quantity, context);
    const next = afterChallenges(state, context);
    const options = offered.map((option) => {
      const figures = quoteOption(next, licence, option, context);
      return {
        ...viewOption(option),
        quote: {
          subtotal: figures.subtotalCents,
          tax: figures.taxCents,
          taxRatePercentage: ppmToPercent(state.taxRatePpm),
          taxPlace: taxPlaceOf(state),
          total: figures.totalCents,
          credit: figures.creditAppliedCents,
          carried: figures.carriedCents,
          amountDueCents: figures.amountDueCents,
          paymentRequired: figures.amountDueCents > 0,
        },
      };
    });
    return {
      options,
      data: { options },
      isAtMaxMaintenanceLength: isAtMax,
      isOutsideMaintenanceRange: isOutside,
      maintenanceEnds: ends === null ? null : iso(ends),
      pendingPurchaseId: pendingPurchase(state, subscriptionId),
    };
  };
