/** The 34 of seed 1 §9: the Union, Iceland, Liechtenstein, Norway, Switzerland, the United Kingdom, Israel and Korea. */
const countries: readonly string[] =
  'LU GB IS IL ES IT KR CH DK NO FR IE SK SI GR SE BG PL LV LT BE EE LI AT HU PT RO HR DE CZ CY NL FI MT'.split(' ');

/**
 * Whether somebody is asked about marketing news: while there is no answer, whichever it was, and only where they are in
 * one of those countries (HO-02).
 */
export const asksMarketing = ({ country, answered }: { country: string; answered: boolean }): boolean =>
  !answered && countries.includes(country);
