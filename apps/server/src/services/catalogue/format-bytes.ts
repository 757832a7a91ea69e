/** Smallest number that two decimals round up to 1000. */
const SMALLEST_ROUNDED_UP = 999.995;

const units = ['b', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size, such as `50 GB` or `1 TB`, in decimal units. At most two decimals, without zeros at the end (DR-07). */
export const formatBytes = (bytes: number): string => {
  let figure = bytes;
  let unit = 0;
  // 999,999 bytes would be rounded to 1000.00 kB.
  while (figure >= SMALLEST_ROUNDED_UP && unit < units.length - 1) {
    figure /= 1000;
    unit += 1;
  }
  const rounded = figure.toFixed(2);
  return `${Number(rounded) % 1 === 0 ? Number(rounded) : rounded} ${units[unit]}`;
};
