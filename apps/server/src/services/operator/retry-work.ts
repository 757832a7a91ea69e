import { refusedCommand } from '../refused.ts';
import type { By, InOperatorTransaction, RetriedQueue } from './ports.ts';

/** Queues a failed mail, a failed message to a product, or the failed removal of a replaced card again. */
export const makeRetryJob =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (jobId: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const isBack = (await store.retryQueued(jobId)) || (await store.retryHook(jobId));
      if (!isBack) throw refusedCommand('job_not_failed', { type: 'job', id: jobId });
      await store.record({
        ...by,
        accountId: null,
        action: 'redrive',
        subjectId: jobId,
        after: {},
        domainAt: null,
      });
    });

/**
 * Ends a failed mail, message or removal of a card that can never succeed, such as a mail to an address that does not exist.
 * A dismissed message stays in the feed of changes that the vendor's servers read.
 */
export const makeDismissJob =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (jobId: string, by: By): Promise<void> =>
    inTransaction(async (store) => {
      const queue = (await store.dismissQueued(jobId)) ?? ((await store.dismissHook(jobId)) ? 'product-hook' : null);
      if (queue === null) throw refusedCommand('job_not_failed', { type: 'job', id: jobId });
      await store.record({
        ...by,
        accountId: null,
        action: 'dismiss_job',
        subjectId: jobId,
        after: { queue },
        domainAt: null,
      });
    });

/** Makes mails, or messages to products, due at once that wait for their next try. Returns their number. */
export const makeRetryWaiting =
  ({ inTransaction }: { readonly inTransaction: InOperatorTransaction }) =>
  (queue: RetriedQueue, by: By): Promise<number> =>
    inTransaction(async (store) => {
      const jobs = await store.retryWaiting(queue);
      await store.record({
        ...by,
        accountId: null,
        action: 'redrive',
        subjectId: null,
        after: { queue, jobs },
        domainAt: null,
      });
      return jobs;
    });
