import type { OperatorCharts } from '@foyer/contract/api/operator';
import { DAY_MS, type Instant, iso } from '@foyer/contract/vocabulary/instants';
import type { Platform } from '../platform.ts';
import type { ChartReads, CountOfDay } from './read-ports.ts';

const DAYS = 14;
/** Maximum number of rows that one chart reads. */
const ROWS_READ = 20_000;

/** Lists every day from the first on, with 0 for the days without a count. */
const everyDay = (from: Instant, found: readonly CountOfDay[]): OperatorCharts['renewals'] => ({
  days: Array.from({ length: DAYS }, (_, index) => {
    const day = iso(from + index * DAY_MS).slice(0, 10);
    return { day, count: found.find((row) => row.day === day)?.count ?? 0 };
  }),
  isPartial: (found[0]?.read ?? 0) >= ROWS_READ,
});

/** Counts the renewals of the next fourteen days and the failed charges of the last fourteen, by UTC day (OP-04). */
export const makeReadCharts =
  ({ wallNow }: Pick<Platform, 'wallNow'>, { reads }: { readonly reads: ChartReads }) =>
  async (): Promise<OperatorCharts> => {
    const today = Math.floor(wallNow() / DAY_MS) * DAY_MS;
    const first = today - (DAYS - 1) * DAY_MS;
    const [renewals, failedPayments] = await Promise.all([
      reads.renewals(today, DAYS, ROWS_READ),
      reads.failedPayments(first, ROWS_READ),
    ]);
    return { renewals: everyDay(today, renewals), failedPayments: everyDay(first, failedPayments) };
  };
