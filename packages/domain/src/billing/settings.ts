import { defaultCardCountries } from '@foyer/contract/vocabulary/plans';

/** What the rules take as given about money and time (billing.md). Where a server runs it is the product's own, below. */
export interface BillingSettings {
  readonly cardCountries: readonly string[];
  /** Days after the boundary at which a renewal is tried; the last one decides (billing.md §2.7). */
  readonly dunningDays: readonly number[];
  readonly suspensionDays: number;
  /** Below this the gateway takes no charge; the amount is carried to the next invoice. */
  readonly minimumChargeCents: number;
  readonly noticeDays: number;
  /** How far ahead maintenance may reach, and how long after its end it may still be extended (D4). */
  readonly maintenanceMonthsAhead: number;
  readonly maintenanceLapsedDays: number;
  /** Days before the end of maintenance at which it is announced, the most first. */
  readonly maintenanceNoticeDays: readonly number[];
  /** Days before a card expires at which that is announced, the most first; 0 is the day itself (billing.md §2.7). */
  readonly cardNoticeDays: readonly number[];
  readonly trialDaysByBrand: Readonly<Record<string, number>>;
  /** U.S. business days in which an export review is answered, and for which a code is kept meanwhile (EX-01, D7). */
  readonly reviewBusinessDays: number;
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
  trialDaysByBrand: { scope: 30, drive: 14 },
  reviewBusinessDays: 2,
  heldBusinessDays: 10,
};
