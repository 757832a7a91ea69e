import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '../billing/draft.ts';
import type { BillingState, Subscription } from '../billing/entities.ts';
import { type MaintenanceExtension, planById } from '../catalogue/catalogue.ts';
import { addMonths } from '../dates/months.ts';
import { maintenanceEnds } from './cover.ts';

export interface ExtensionOption {
  readonly extension: MaintenanceExtension;
  readonly quantity: number;
  readonly newExpiration: Instant;
  readonly totalCents: number;
}

/** What a licence may be extended by, and why not when it may not (MA-02). */
export interface ExtensionOptions {
  readonly options: readonly ExtensionOption[];
  readonly isAtMax: boolean;
  readonly isOutside: boolean;
  readonly ends: Instant | null;
}

/** MA-05: its length in years, of all pieces together, is the digit that its name begins with, times their number. */
export const extensionYears = ({ name }: Pick<MaintenanceExtension, 'name'>, quantity: number): number =>
  Number(name.charAt(0)) * quantity;

/** MA-05: counted from the present end, also of one that lapsed; 29 February becomes the 28th and stays it. */
export const extendedTo = (ends: Instant, months: number): Instant => addMonths(ends, months);

/** D4: no extension may reach further ahead than this. */
export const isTooFar = (newExpiration: Instant, { now, settings }: Pick<RuleContext, 'now' | 'settings'>): boolean =>
  newExpiration > addMonths(now, settings.maintenanceMonthsAhead);

/** D4: what lapsed too long ago is for people to settle, and so is a licence that never had maintenance. */
export const isOutsideRange = (
  ends: Instant | null,
  { now, settings }: Pick<RuleContext, 'now' | 'settings'>,
): ends is null => ends === null || now > ends + settings.maintenanceLapsedDays * DAY_MS;

/** The lengths sold for a licence, those that would end soonest first. The price is the sum of the pieces, before tax. */
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
