import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Platform } from '../platform.ts';
import type { DueList, OperatorReads } from './ports.ts';

const MAX_ROWS = 50;

/** Lists work due by a time, undecided payments and refunds, and failed mails. */
export const makeListDue =
  ({ wallNow }: Platform, reads: Pick<OperatorReads, 'due'>) =>
  (until: Instant | null): Promise<DueList> =>
    reads.due(until ?? wallNow(), MAX_ROWS);
