/** What a vendor may set about money and time (billing.md); the defaults are the product's. */
export interface BillingSettings {
  readonly cardCountries: readonly string[];
  /** Days after the boundary at which a renewal is tried; the last one decides (billing.md §2.7). */
  readonly dunningDays: readonly number[];
  readonly suspensionDays: number;
  /** Below this the gateway takes no charge; the amount is carried to the next invoice. */
  readonly minimumChargeCents: number;
  readonly noticeDays: number;
  readonly trialDaysByBrand: Readonly<Record<string, number>>;
}

export const defaultBillingSettings: BillingSettings = {
  cardCountries: ['US'],
  dunningDays: [0, 3, 8, 15],
  suspensionDays: 30,
  minimumChargeCents: 50,
  noticeDays: 7,
  trialDaysByBrand: { scope: 30, drive: 14 },
};
