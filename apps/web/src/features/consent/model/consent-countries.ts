/** The 34 of seed 1 §9: the Union, Iceland, Liechtenstein, Norway, Switzerland, the United Kingdom, Israel and Korea. */
const countries =
  'LU GB IS IL ES IT KR CH DK NO FR IE SK SI GR SE BG PL LV LT BE EE LI AT HU PT RO HR DE CZ CY NL FI MT'.split(' ');

/** Whether visitors there are asked about marketing news (HO-02). */
export const asksConsent = (country: string | undefined): boolean => countries.includes(country ?? '');
