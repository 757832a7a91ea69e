import { i18n } from '@lingui/core';

const units = ['b', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns a size in bytes as `1.50 GB`: decimal unit, two decimals, in the reader's language (DR-07). */
export const formatBytes = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const number = size.toLocaleString(i18n.locale || 'en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${number} ${units[unit]}`;
};
