const units = ['b', 'kB', 'MB', 'GB', 'TB'] as const;

/** `50 GB`, `1 TB`: decimal units, two decimals only where they say something (DR-07). */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const figure = bytes / 1000 ** power;
  return `${Number.isInteger(figure) ? figure : figure.toFixed(2)} ${units[power]}`;
};
