interface Dates {
  licensedAt: string;
  /** When maintenance ends; null: it never had any. */
  coveredUntil: string | null;
  /** The end with the extension that is chosen. */
  chosenUntil: string | null;
  /** Where the longest extension on offer would end: the scale keeps room for it, so that choosing moves one bar only. */
  longestUntil: string | null;
  today: string;
}

export interface TimelineScale {
  /** All in percent of the bar's width. */
  today: number;
  covered: number;
  /** Time without cover that lies between the end of maintenance and today; null: none. */
  gap: { from: number; width: number } | null;
  chosen: { from: number; width: number } | null;
  years: readonly { year: number; at: number }[];
}

const YEAR_MS = 365.25 * 86_400_000;
const MOST_YEARS = 8;
/** Percent of the width within which the middle of a figure would stand out of the bar. */
const EDGE = 2;

const ms = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant));
const twoDigits = (percent: number): number => Math.round(percent * 100) / 100;

/**
 * Scale of the license timeline. It starts at the purchase and ends a year after the last date, because the license
 * never ends. Long licenses mark every second or third year, so that the numbers do not overlap.
 */
export const timelineScale = (dates: Dates): TimelineScale => {
  const start = ms(dates.licensedAt);
  const today = Math.max(ms(dates.today), start);
  const covered = Math.max(ms(dates.coveredUntil), start);
  const end = Math.max(today, covered, ms(dates.chosenUntil), ms(dates.longestUntil)) + YEAR_MS;
  const at = (instant: number): number => twoDigits((100 * (instant - start)) / (end - start));
  const span = (from: number, to: number) => ({ from: at(from), width: twoDigits(at(to) - at(from)) });

  const first = new Date(start).getUTCFullYear() + 1;
  const last = new Date(end).getUTCFullYear();
  const step = Math.ceil((last - first + 1) / MOST_YEARS);
  const years = Array.from({ length: Math.ceil((last - first + 1) / step) }, (_, index) => first + index * step);
  return {
    today: at(today),
    covered: at(covered),
    gap: covered < today ? span(covered, today) : null,
    chosen: ms(dates.chosenUntil) > covered ? span(covered, ms(dates.chosenUntil)) : null,
    years: years
      .map((year) => ({ year, at: at(Date.UTC(year, 0, 1)) }))
      .filter((mark) => mark.at >= EDGE && mark.at <= 100 - EDGE),
  };
};

/**
 * Where in a bar its date is read whole beside the line of today: before it, after it, or nowhere, when neither side has
 * `needed` of the width. All in percent of the drawing's width; a bar that ended before today has no line in it.
 */
export const placeBeside = (today: number, width: number, needed: number): 'before' | 'after' | null => {
  if (Math.min(today, width) >= needed) return 'before';
  return width - today >= needed ? 'after' : null;
};
