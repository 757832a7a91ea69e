interface Dates {
  licensedAt: string;
  /** End of maintenance; null without any. */
  coveredUntil: string | null;
  /** End of maintenance with the chosen extension. */
  chosenUntil: string | null;
  /** End of the longest extension on offer. The scale includes it, so that a choice moves only one bar. */
  longestUntil: string | null;
  today: string;
}

export interface TimelineScale {
  /** Positions in percent of the width. */
  today: number;
  covered: number;
  /** Time without maintenance between its end and today; null without any. */
  gap: { from: number; width: number } | null;
  chosen: { from: number; width: number } | null;
  years: readonly { year: number; at: number }[];
}

const YEAR_MS = 365.25 * 86_400_000;
const MOST_YEARS = 8;
/** Distance from the edge, in percent, within which a centered number would be cut off. */
const EDGE = 2;

const ms = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant));
const twoDigits = (percent: number): number => Math.round(percent * 100) / 100;

/**
 * Scale of the licence timeline. It starts at the purchase and ends a year after the last date, because the licence
 * never ends. Long licences mark every second or third year, so that the numbers do not overlap.
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
 * Place of a bar's date beside the line of today: before it, after it, or nowhere if neither side has `needed`. All
 * values are in percent of the drawing. A bar that ended before today is not crossed by the line.
 */
export const placeBeside = (today: number, width: number, needed: number): 'before' | 'after' | null => {
  if (Math.min(today, width) >= needed) return 'before';
  return width - today >= needed ? 'after' : null;
};
