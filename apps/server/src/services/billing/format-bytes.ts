const units = ['b', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats a size, such as `50 GB` or `1 TB`, in decimal units. At most two decimals, without zeros at the end (DR-07). */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const figure = bytes / 1000 ** power;
  return `${Number.isInteger(figure) ? figure : figure.toFixed(2)} ${units[power]}`;
};
