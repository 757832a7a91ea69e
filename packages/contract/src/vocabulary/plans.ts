/** Key of a product family of the catalogue. */
export type Product = string;

export const intervals = ['monthly', 'yearly', 'every-6-months', 'free'] as const;
export type Interval = (typeof intervals)[number];

/** Months of one period by interval. A free plan renews every 6 months. */
export const intervalMonths: Record<Interval, number> = {
  monthly: 1,
  yearly: 12,
  'every-6-months': 6,
  free: 6,
};
