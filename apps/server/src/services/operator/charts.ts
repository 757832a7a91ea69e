import type { OperatorCharts } from '@foyer/contract/api/operator';
import { DAY_MS, type Instant, iso } from '@foyer/contract/vocabulary/instants';
import type { Platform } from '../platform.ts';
import type { CentsOfMonth, ChartReads, CountOfDay } from './read-ports.ts';

const DAYS = 14;
/** Maximum number of rows that one chart reads. */
const ROWS_READ = 20_000;
const MONTHS = 6;
/** Maximum number of payments, and of refunds, that the chart of months reads. */
const PAYMENTS_READ = 100_000;

/** Start of the month that many months after the month of a day, in UTC. */
const firstOfMonth = (day: Date, months: number): Instant =>
  Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1) as Instant;

/** Lists every day from the first on, with 0 for the days without a count. */
const everyDay = (from: Instant, found: readonly CountOfDay[]): OperatorCharts['renewals'] => ({
  days: Array.from({ length: DAYS }, (_, index) => {
    const day = iso(from + index * DAY_MS).slice(0, 10);
    return { day, count: found.find((row) => row.day === day)?.count ?? 0 };
  }),
  isPartial: (found[0]?.read ?? 0) >= ROWS_READ,
});

/** Lists the months up to the one of `now`, with 0 for those without money. */
const everyMonth = (now: Instant, found: readonly CentsOfMonth[]): OperatorCharts['received'] => {
  const today = new Date(now);
  return {
    months: Array.from({ length: MONTHS }, (_, index) => {
      const month = iso(firstOfMonth(today, index + 1 - MONTHS)).slice(0, 7);
      return { month, cents: found.find((row) => row.month === month)?.cents ?? 0 };
    }),
    isPartial: (found[0]?.read ?? 0) >= PAYMENTS_READ,
  };
};

/** Counts the renewals of the next fourteen days and the failed charges of the last fourteen, and sums months (OP-04). */
export const makeReadCharts =
  ({ wallNow }: Pick<Platform, 'wallNow'>, { reads }: { readonly reads: ChartReads }) =>
  async (): Promise<OperatorCharts> => {
    const now = wallNow();
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    const first = today - (DAYS - 1) * DAY_MS;
    const [renewals, failedPayments, received] = await Promise.all([
      reads.renewals(now, today, DAYS, ROWS_READ),
      reads.failedPayments(now, first, ROWS_READ),
      reads.received(now, firstOfMonth(new Date(today), 1 - MONTHS), PAYMENTS_READ),
    ]);
    return {
      renewals: everyDay(today, renewals),
      failedPayments: everyDay(first, failedPayments),
      received: everyMonth(today, received),
    };
  };
