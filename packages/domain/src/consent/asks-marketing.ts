/**
 * Countries where marketing needs an opt-in question (HO-02): the European Union, Iceland, Liechtenstein, Norway,
 * Switzerland, the United Kingdom, Israel and South Korea. 34 in all.
 */
const countries: readonly string[] =
  'LU GB IS IL ES IT KR CH DK NO FR IE SK SI GR SE BG PL LV LT BE EE LI AT HU PT RO HR DE CZ CY NL FI MT'.split(' ');

/**
 * Tells whether the page asks for consent to marketing: no answer is stored, and `country` is one of the listed
 * countries (HO-02).
 */
export const asksMarketing = ({ country, answered }: { country: string; answered: boolean }): boolean =>
  !answered && countries.includes(country);
