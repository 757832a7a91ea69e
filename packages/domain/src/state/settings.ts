import { defaultCardCountries } from '@foyer/contract/vocabulary/cards';

/**
 * Constants of the billing rules. A server takes `defaultBillingSettings` and overrides the values its configuration
 * sets.
 */
export interface BillingSettings {
  readonly cardCountries: readonly string[];
  /** Days after the boundary on which a renewal is tried. After the last one dunning ends. */
  readonly dunningDays: readonly number[];
  readonly suspensionDays: number;
  /** Smallest charge of the gateway, in cents. A smaller amount is carried to the next invoice. */
  readonly minimumChargeCents: number;
  readonly noticeDays: number;
  /** Months that maintenance may reach ahead (D4). */
  readonly maintenanceMonthsAhead: number;
  /** Days after the end of maintenance in which it can be extended (D4). */
  readonly maintenanceLapsedDays: number;
  /** Days before the end of maintenance on which it is announced, in descending order. */
  readonly maintenanceNoticeDays: readonly number[];
  /** Days before a card expires on which the customer is mailed, in descending order. 0 is the day itself. */
  readonly cardNoticeDays: readonly number[];
  /** Days of a trial by key of the brand; 14 for a brand that is not listed. */
  readonly trialDaysByBrand: Readonly<Record<string, number>>;
  /** U.S. business days in which an export review is answered (EX-01). */
  readonly reviewBusinessDays: number;
  /** U.S. business days for which a redemption is held during a review (D7). */
  readonly heldBusinessDays: number;
}

export const defaultBillingSettings: BillingSettings = {
  cardCountries: defaultCardCountries,
  dunningDays: [0, 3, 8, 15],
  suspensionDays: 30,
  minimumChargeCents: 50,
  noticeDays: 7,
  maintenanceMonthsAhead: 60,
  maintenanceLapsedDays: 90,
  maintenanceNoticeDays: [60, 30, 7],
  cardNoticeDays: [30, 7, 0],
  trialDaysByBrand: {},
  reviewBusinessDays: 2,
  heldBusinessDays: 10,
};
