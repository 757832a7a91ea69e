/** The product families of the catalogue. The names are the vendor's; the three are what the specifications speak of. */
export const products = ['drive', 'scope', 'iot'] as const;
export type Product = (typeof products)[number];

export const intervals = ['monthly', 'yearly', 'every-6-months', 'free'] as const;
export type Interval = (typeof intervals)[number];

/** How many months one period of an interval lasts. A free plan renews every 6 months (billing.md §7). */
export const intervalMonths: Record<Interval, number> = {
  monthly: 1,
  yearly: 12,
  'every-6-months': 6,
  free: 6,
};

/** Countries whose cards are accepted (PM-03): the server's settings and the pages both have them from here. */
export const defaultCardCountries: readonly string[] = ['US'];

/** Whether a customer of the brand gives an address before the first card (PM-04). */
export const wantsAddressFirst = (brand: string): boolean => brand === 'scope';

export const cardBrands = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', ''] as const;
export type CardBrand = (typeof cardBrands)[number];

const otherSpellings = new Map<string, CardBrand>([
  ['american express', 'amex'],
  ['diners club', 'diners'],
]);

/** PM-06: gateways spell brands in several ways; the page knows one spelling, and blank for what it does not know. */
export const normaliseCardBrand = (brand: string | null | undefined): CardBrand => {
  const name = (brand ?? '').toLowerCase();
  const brandName = otherSpellings.get(name) ?? name;
  return (cardBrands as readonly string[]).includes(brandName) ? (brandName as CardBrand) : '';
};

const cardBrandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  '': 'Card',
};

/** `Visa` for what gateways call `visa`; an unknown brand is just a card (PM-06). */
export const cardBrandName = (brand: string | null | undefined): string => cardBrandNames[normaliseCardBrand(brand)];
