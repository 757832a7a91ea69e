import { BRANDS, LOOKS } from './support.ts';

/**
 * Each brand once, in another theme and width: light on a desk, dark on a phone. The other two pairs show the same colours and
 * layouts; the pages of the portal are looked at in all four (pages.e2e.ts).
 */
export const BRAND_LOOKS = [
  { ...BRANDS[0], ...LOOKS[0] },
  { ...BRANDS[1], ...LOOKS[1] },
] as const;
