/** Number of months in years and months: `6 months`, `1 year`, `1 year and 6 months`. */
export const durationText = (months: number, locale: string): string => {
  const part = (count: number, unit: 'year' | 'month'): string[] =>
    count === 0 ? [] : [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)];
  return new Intl.ListFormat(locale).format([...part(Math.floor(months / 12), 'year'), ...part(months % 12, 'month')]);
};
