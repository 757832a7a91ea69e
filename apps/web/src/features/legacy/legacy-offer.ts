/** First and last day of the offer, both included, in UTC (LG-02). */
export const OFFER_FROM = '2024-06-21T00:00:00Z';
export const OFFER_LAST_DAY = '2024-12-31T00:00:00Z';
const OFFER_OVER = Date.parse('2025-01-01T00:00:00Z');
/** Start of the year in which legacy licences are no longer supported. */
const UNSUPPORTED_FROM = Date.parse('2025-01-01T00:00:00Z');

export interface LegacyNotice {
  offer: 'to-come' | 'open' | 'over';
  supported: boolean;
}

/** Notice at `now`: the end of support and the discount for customers who upgrade (LG-02). */
export const legacyNoticeAt = (now: string): LegacyNotice => {
  const at = Date.parse(now);
  const offer = at < Date.parse(OFFER_FROM) ? 'to-come' : at < OFFER_OVER ? 'open' : 'over';
  return { offer, supported: at < UNSUPPORTED_FROM };
};

export type LegacyTerm = '1-year' | '3-year' | 'perpetual';

/** Discounts of the offer. Sales sells what the catalogue does not contain. */
export const legacyDiscounts: readonly { term: LegacyTerm; percentOff: number; bySales: boolean }[] = [
  { term: '1-year', percentOff: 50, bySales: false },
  { term: '3-year', percentOff: 33, bySales: true },
  { term: 'perpetual', percentOff: 25, bySales: true },
];
