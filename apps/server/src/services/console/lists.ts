import type { AuditEntry, OpenReceipt, OperatorWork } from '@foyer/contract/api/operator';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { describedIn } from '@foyer/domain/billing/describe';
import { pageOf, readCursor } from '../list-page.ts';
import type { DueList } from '../operator/ports.ts';
import type { ConsoleReads, OpenReceiptRow } from './ports.ts';

const AUDIT_PAGE = 50;
const ROWS = 50;
const DUE_WITHIN_MS = 7 * DAY_MS;

const iso = (instant: Instant): string => new Date(instant).toISOString();
const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : iso(instant));

export interface WorkNeeds {
  readonly reads: Pick<ConsoleReads, 'openReceipts' | 'queue' | 'reviewsWaiting'>;
  readonly listDue: (until: Instant) => Promise<DueList>;
  readonly wallNow: () => Instant;
}

const viewReceipt = (row: OpenReceiptRow, language: Language): OpenReceipt => ({
  ...row,
  description: describedIn(language, row.description),
  nextAttemptAt: isoOrNull(row.nextAttemptAt),
  overdueSince: isoOrNull(row.overdueSince),
});

/** What is due within a week, what failed, and what hangs (OP-04). */
export const makeReadWork =
  ({ reads, listDue, wallNow }: WorkNeeds) =>
  async (language: Language): Promise<OperatorWork> => {
    const [due, failing, overdue, queue, reviewsWaiting] = await Promise.all([
      listDue(wallNow() + DUE_WITHIN_MS),
      reads.openReceipts('failing', ROWS),
      reads.openReceipts('overdue', ROWS),
      reads.queue(),
      reads.reviewsWaiting(),
    ]);
    return {
      due: due.accounts.rows.map(({ id, email, at }) => ({ accountId: id, email, at: iso(at) })),
      dueInAll: due.accounts.inAll,
      failing: failing.map((row) => viewReceipt(row, language)),
      overdue: overdue.map((row) => viewReceipt(row, language)),
      waiting: [
        ...due.undecidedAttempts.rows.map(({ id, status, sentAt }) => ({
          id,
          kind: 'payment' as const,
          status,
          at: iso(sentAt),
        })),
        ...due.undecidedRefunds.rows.map(({ id, sentAt }) => ({
          id,
          kind: 'refund' as const,
          status: 'sending',
          at: iso(sentAt),
        })),
      ],
      queue,
      failedMails: due.failedMails.rows.map((mail) => ({ ...mail, failedAt: iso(mail.failedAt) })),
      failedHooks: due.failedHooks.rows.map((hook) => ({ ...hook, failedAt: iso(hook.failedAt) })),
      reviewsWaiting,
    };
  };

/** The record of what operators did (INV-4), newest first; of one customer when asked so. */
export const makeListAudit =
  ({ reads }: { readonly reads: Pick<ConsoleReads, 'audit'> }) =>
  async (
    accountId: AccountId | undefined,
    cursor: string | undefined,
  ): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> => {
    const found = await reads.audit(accountId ?? null, readCursor(cursor), AUDIT_PAGE + 1);
    const { rows, nextCursor } = pageOf(found, AUDIT_PAGE);
    return { entries: rows.map(({ atMicros: _, ...row }) => ({ ...row, at: iso(row.at) })), nextCursor };
  };
