import type { Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';

/** Time zone of U.S. business days: the vendor's offices are on Eastern time. */
const ZONE = 'America/New_York';

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const SUNDAY = 7;

const fixed = (year: number, month: number, day: number): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day });

/** The `n`th given weekday of a month. */
const nth = (year: number, month: number, weekday: number, n: number): Temporal.PlainDate => {
  const first = fixed(year, month, 1);
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (n - 1) });
};

const lastMonday = (year: number, month: number): Temporal.PlainDate => {
  const last = fixed(year, month, 1).add({ months: 1 }).subtract({ days: 1 });
  return last.subtract({ days: last.dayOfWeek - MONDAY });
};

/** Day on which offices close: the Friday before a holiday on Saturday, the Monday after one on Sunday (E.O. 11582). */
const observed = (day: Temporal.PlainDate): Temporal.PlainDate => {
  if (day.dayOfWeek === SATURDAY) return day.subtract({ days: 1 });
  return day.dayOfWeek === SUNDAY ? day.add({ days: 1 }) : day;
};

/** Federal holidays of a year as observed (5 U.S.C. 6103). Those of January 1 may fall into the year before. */
export const federalHolidays = (year: number): string[] =>
  [
    fixed(year, 1, 1),
    nth(year, 1, MONDAY, 3), // Martin Luther King, Jr.
    nth(year, 2, MONDAY, 3), // Washington
    lastMonday(year, 5), // Memorial Day
    ...(year >= 2021 ? [fixed(year, 6, 19)] : []), // Juneteenth
    fixed(year, 7, 4),
    nth(year, 9, MONDAY, 1), // Labor Day
    nth(year, 10, MONDAY, 2), // Columbus Day
    fixed(year, 11, 11), // Veterans Day
    nth(year, 11, THURSDAY, 4), // Thanksgiving
    fixed(year, 12, 25),
  ].map((day) => observed(day).toString());

/** Holidays by year, computed once: every account with a payment in review is asked about several days. */
const holidaysByYear = new Map<number, ReadonlySet<string>>();

const isHoliday = (day: Temporal.PlainDate, year: number): boolean => {
  const holidays = holidaysByYear.get(year) ?? new Set(federalHolidays(year));
  holidaysByYear.set(year, holidays);
  return holidays.has(day.toString());
};

const isBusinessDay = (day: Temporal.PlainDate): boolean =>
  day.dayOfWeek < SATURDAY && !isHoliday(day, day.year) && !isHoliday(day, day.year + 1);

const dateAfter = (from: Instant, days: number): Temporal.PlainDate => {
  let day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(ZONE).toPlainDate();
  let left = days;
  while (left > 0) {
    day = day.add({ days: 1 });
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
};

/**
 * U.S. business day, such as `2026-11-24`, that is `days` after an instant. The day of the instant never counts, so a
 * promise of two days is at least two days long.
 */
export const businessDayAfter = (from: Instant, days: number): string => dateAfter(from, days).toString();

/** First instant at which `days` full U.S. business days have passed: the midnight that ends the last of them. */
export const businessDaysOver = (from: Instant, days: number): Instant =>
  dateAfter(from, days).add({ days: 1 }).toZonedDateTime(ZONE).epochMilliseconds;
