import type { FamilyKind } from '@foyer/contract/vocabulary/families';

/** Icons of the kinds of families, in a square of 24. The first two are brands too and match `brand-icons/`. */
export const markLines: Readonly<Record<FamilyKind, readonly string[]>> = {
  tiers: ['M3 12h3.2l2.6-6.5 4.4 13 3.2-9 1.4 2.5H21'],
  plans: ['M4 18a8 8 0 0 1 16 0', 'M8.5 18a3.5 3.5 0 0 1 7 0', 'M2 12.5A12 12 0 0 1 12 6a12 12 0 0 1 10 6.5'],
  metered: [
    'M12 12h.01',
    'M8.5 15.5a5 5 0 0 1 0-7',
    'M15.5 8.5a5 5 0 0 1 0 7',
    'M5.5 18.5a9.2 9.2 0 0 1 0-13',
    'M18.5 5.5a9.2 9.2 0 0 1 0 13',
  ],
};
