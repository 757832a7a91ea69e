import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { type By, type DueList, type InOperatorTransaction, type OperatorReads, OperatorRefused } from './ports.ts';

const MOST_ROWS = 50;

/** What is due by a moment, and what hangs: payments and refunds without an answer, mails that were given up. */
export const makeListDue =
  ({ reads, wallNow }: { readonly reads: Pick<OperatorReads, 'due'>; readonly wallNow: () => Instant }) =>
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

export interface ImportNeeds {
  readonly inTransaction: InOperatorTransaction;
  /** Checks and imports the files of a folder; throws `CatalogueRefused` with every problem. */
  readonly importCatalogue: (folder: string) => Promise<Catalogue>;
}

/** Imports the vendor's plans and tax rates from a folder; servers that run take them over within seconds. */
export const makeImportCatalogue =
  ({ inTransaction, importCatalogue }: ImportNeeds) =>
  async (folder: string, by: By): Promise<{ plans: number; prices: number }> => {
    const catalogue = await importCatalogue(folder);
    const after = { plans: catalogue.plans.length, prices: catalogue.prices.length };
    await inTransaction((store) =>
      store.record({
        ...by,
        accountId: null,
        action: 'import_catalogue',
        subjectType: 'catalogue',
        subjectId: null,
        after,
        domainAt: null,
      }),
    );
    return after;
  };
