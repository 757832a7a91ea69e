import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Platform } from '../platform.ts';
import { type By, type DueList, type InOperatorTransaction, type OperatorReads, OperatorRefused } from './ports.ts';

const MOST_ROWS = 50;

/** What is due by a moment, and what hangs: payments and refunds without an answer, mails that were given up. */
export const makeListDue =
  ({ wallNow }: Platform, reads: Pick<OperatorReads, 'due'>) =>
  (until: Instant | null): Promise<DueList> =>
    reads.due(until ?? wallNow(), MOST_ROWS);

/** Puts a mail, or a message to a product, that was given up back into the queue. */
export const makeRedrive =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (jobId: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const isBack = (await store.retryMail(jobId)) || (await store.retryHook(jobId));
      if (!isBack) throw new OperatorRefused('job_not_failed');
      await store.record({
        ...by,
        accountId: null,
        action: 'redrive',
        subjectType: 'job',
        subjectId: jobId,
        after: {},
        domainAt: null,
      });
    });
