/** Icons of two kinds of families, in a square of 24. They are also the marks of two brands and match `brand-icons/`. */
export const markLines = {
  tiers: ['M3 12h3.2l2.6-6.5 4.4 13 3.2-9 1.4 2.5H21'],
  plans: ['M4 18a8 8 0 0 1 16 0', 'M8.5 18a3.5 3.5 0 0 1 7 0', 'M2 12.5A12 12 0 0 1 12 6a12 12 0 0 1 10 6.5'],
};
