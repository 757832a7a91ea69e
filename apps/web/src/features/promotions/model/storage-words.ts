const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `50 GB`, `200 MB`: decimal, as the plans are sold, in the person's language. */
export const storageWords = (bytes: number, locale: string): string => {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const size = bytes / 1000 ** power;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    maximumFractionDigits: 2,
  }).format(size);
};
