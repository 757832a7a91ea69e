import { BRANDS, THEMES } from './support.ts';

/**
 * Each brand once: Scope light on a desktop screen, Drive dark on a phone. The other two combinations have the same colours
 * and layouts; only pages.e2e.ts covers all four.
 */
export const BRAND_LOOKS = [
  { ...BRANDS[0], ...THEMES[0] },
  { ...BRANDS[1], ...THEMES[1] },
] as const;
