/** Countries whose cards are accepted by default (PM-03). Used by the server settings and the pages. */
export const defaultCardCountries: readonly string[] = ['US'];

/**
 * Returns whether the pages offer to pay by card (PM-03). Null is an account without an address, which may still get one
 * in such a country. The empty string is a country field without a choice.
 */
export const takesCards = (country: string | null): boolean =>
  country === null || defaultCardCountries.includes(country);

export const cardBrands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', ''] as const;
export type CardBrand = (typeof cardBrands)[number];

const otherSpellings = new Map<string, CardBrand>([
  ['american express', 'amex'],
  ['diners club', 'diners'],
]);

/** Normalises the brand names of gateways; empty for an unknown brand (PM-06). */
export const normaliseCardBrand = (brand: string | null | undefined): CardBrand => {
  const name = (brand ?? '').toLowerCase();
  const brandName = otherSpellings.get(name) ?? name;
  return (cardBrands as readonly string[]).includes(brandName) ? (brandName as CardBrand) : '';
};

/** Display names of card brands (PM-06). */
export const cardBrandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  '': 'Card',
};

/** Display name of a card brand: `Visa` for `visa`, `Card` for an unknown brand (PM-06). */
export const cardBrandName = (brand: string | null | undefined): string => cardBrandNames[normaliseCardBrand(brand)];
