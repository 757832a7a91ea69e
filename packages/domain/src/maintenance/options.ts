import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { type MaintenanceExtension, planById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import type { RuleContext } from '../decision/draft.ts';
import type { BillingState, Subscription } from '../state/entities.ts';
import { maintenanceEnds } from '../state/maintenance-cover.ts';

export interface ExtensionOption {
  readonly extension: MaintenanceExtension;
  readonly quantity: number;
  readonly newExpiration: Instant;
  readonly totalCents: number;
}

/** Extensions offered for a licence. `isAtMax`, `isOutside`: reasons why there are none (MA-02). */
export interface ExtensionOptions {
  readonly options: readonly ExtensionOption[];
  readonly isAtMax: boolean;
  readonly isOutside: boolean;
  readonly ends: Instant | null;
}

/** Years of an extension: the first digit of its name times the quantity (MA-05). */
export const extensionYears = ({ name }: Pick<MaintenanceExtension, 'name'>, quantity: number): number =>
  Number(name.charAt(0)) * quantity;

/** New end, counted from the current end even if it has passed. February 29 becomes the 28th and stays so (MA-05). */
export const extendedTo = (ends: Instant, months: number): Instant => addMonths(ends, months);

/** Tells whether a new end is beyond the limit ahead (D4). */
export const isTooFar = (newExpiration: Instant, { now, settings }: Pick<RuleContext, 'now' | 'settings'>): boolean =>
  newExpiration > addMonths(now, settings.maintenanceMonthsAhead);

/** Tells whether maintenance ended too long ago, or never existed. Only the vendor's sales can extend it then (D4). */
export const isOutsideRange = (
  ends: Instant | null,
  { now, settings }: Pick<RuleContext, 'now' | 'settings'>,
): ends is null => ends === null || now > ends + settings.maintenanceLapsedDays * DAY_MS;

/** Extensions sold for a licence, earliest new end first. `totalCents` is the price times the quantity, without tax. */
export const optionsOf = (
  state: Pick<BillingState, 'maintenance'>,
  subscription: Subscription,
  quantity: number,
  context: RuleContext,
): ExtensionOptions => {
  const ends = maintenanceEnds(state, subscription.id);
  if (isOutsideRange(ends, context)) return { options: [], isAtMax: false, isOutside: true, ends };
  const tierId = planById(context.catalogue, subscription.planId)?.tierId;
  const sold = context.catalogue.maintenanceExtensions
    .filter((extension) => extension.active && extension.isSelfService && extension.tierId === tierId)
    .map((extension) => ({
      extension,
      quantity,
      newExpiration: extendedTo(ends, extension.durationMonths * quantity),
      totalCents: extension.amountCents * quantity,
    }));
  const options = sold
    .filter(({ newExpiration }) => !isTooFar(newExpiration, context))
    .sort((a, b) => a.newExpiration - b.newExpiration || (a.extension.id < b.extension.id ? -1 : 1));
  return { options, isAtMax: sold.length > 0 && options.length === 0, isOutside: false, ends };
};
