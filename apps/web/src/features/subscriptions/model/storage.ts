const units = ['b', 'kB', 'MB', 'GB', 'TB'] as const;

/** DR-07: decimal units, two decimals, for sizes that the catalogue gives no words for. */
export const formatBytes = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toFixed(2)} ${units[unit] ?? 'b'}`;
};
