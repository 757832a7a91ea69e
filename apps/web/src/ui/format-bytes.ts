import { pageLanguage } from '../lib/page-language.ts';

/** Smallest number that two decimals round up to 1000. */
const SMALLEST_ROUNDED_UP = 999.995;

const units = ['b', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns a size in bytes as `1.50 GB`: decimal unit, two decimals, in the reader's language (DR-07). */
export const formatBytes = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  // 999,999 bytes would be rounded to 1,000.00 kB.
  while (size >= SMALLEST_ROUNDED_UP && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const number = size.toLocaleString(pageLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${number} ${units[unit]}`;
};
