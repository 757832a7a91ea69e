import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import { Temporal } from 'temporal-polyfill';

/** Instant of a UTC date and time, such as `utc('2026-04-20 18:00')`. Without a time it is midnight. */
export const utc = (utcText: string): Instant =>
  Temporal.PlainDateTime.from(utcText.replace(' ', 'T')).toZonedDateTime('UTC').epochMilliseconds;

/** Inverse of `utc`, so that failing tables show dates and not milliseconds. */
export const text = (instant: Instant | null): string | null =>
  instant === null
    ? null
    : Temporal.Instant.fromEpochMilliseconds(instant)
        .toZonedDateTimeISO('UTC')
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })
        .replace('T', ' ')
        .replace(' 00:00', '');

export const days = (count: number): number => count * DAY_MS;
