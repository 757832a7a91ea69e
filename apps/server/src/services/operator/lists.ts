import type { AuditEntry, OpenReceipt, OperatorWork } from '@foyer/contract/api/operator';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, type Instant, iso, isoOrNull } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { type WorkList, workLists } from '@foyer/contract/vocabulary/work-lists';
import type { Catalogue } from '@foyer/domain/catalogue/catalogue';
import { descriptionIn } from '@foyer/domain/invoices/describe';
import { declineIn } from '@foyer/domain/payments/decline-words';
import { type Position, pageOf, readCursor, readPage } from '../list-page.ts';
import type { Platform } from '../platform.ts';
import { refusedCommand } from '../refused.ts';
import type { OperatorSiteReads, WorkRows } from './read-ports.ts';

const AUDIT_PAGE = 50;
const ROWS = 50;
const DUE_WITHIN_MS = 7 * DAY_MS;

interface Dependencies {
  readonly reads: Pick<OperatorSiteReads, 'work' | 'queue' | 'reviewsWaiting'>;
  readonly catalogue: () => Catalogue;
}

/** Readers and views of each list, one page at a time. */
const partsOf = ({ wallNow }: Platform, { reads: { work }, catalogue }: Dependencies, language: Language) => {
  const part =
    <Row extends Position, Shown>(
      read: (until: Instant, after: Position | null, limit: number) => Promise<{ rows: readonly Row[]; inAll: number }>,
      view: (row: Omit<Row, 'atMicros'>) => Shown,
    ) =>
    async (cursor?: string) => {
      const until = wallNow() + DUE_WITHIN_MS;
      const { rows, ...rest } = await readPage((after, limit) => read(until, after, limit), ROWS, cursor);
      return { ...rest, rows: rows.map(view) };
    };
  const viewReceipt = ({
    id: _,
    description,
    descriptionParts,
    failure,
    ...row
  }: WorkRows['failing']): OpenReceipt => ({
    ...row,
    description: descriptionIn(catalogue(), language, { description, descriptionParts }),
    failureMessage: failure?.message ? declineIn(language, failure, failure.message) : null,
    nextAttemptAt: isoOrNull(row.nextAttemptAt),
    overdueSince: isoOrNull(row.overdueSince),
  });
  return {
    due: part(work.due, ({ id, email, at }) => ({ accountId: id, email, at: iso(at) })),
    onClock: part(work.onClock, ({ id, email, at, clockAt }) => ({
      accountId: id,
      email,
      at: iso(at),
      clockAt: iso(clockAt),
    })),
    requests: part(work.requests, ({ id: _, planId, ...row }) => ({
      ...row,
      planName: catalogue().plans.find(({ id }) => id === planId)?.displayName ?? null,
      requestedAt: iso(row.requestedAt),
    })),
    failing: part(work.failing, viewReceipt),
    overdue: part(work.overdue, viewReceipt),
    waiting: part(work.waiting, (row) => ({ ...row, at: iso(row.at) })),
    disputes: part(work.disputes, (row) => ({ ...row, disputedAt: iso(row.disputedAt) })),
    parkedPayments: part(work.parkedPayments, ({ id: _, ...row }) => ({ ...row, foundAt: iso(row.foundAt) })),
    failedMails: part(work.failedMails, (mail) => ({ ...mail, failedAt: iso(mail.failedAt) })),
    failedHooks: part(work.failedHooks, (hook) => ({ ...hook, failedAt: iso(hook.failedAt) })),
    failedDetachments: part(work.failedDetachments, (card) => ({ ...card, failedAt: iso(card.failedAt) })),
    unplacedRefunds: part(work.unplacedRefunds, (refund) => ({ ...refund, foundAt: iso(refund.foundAt) })),
  };
};

/** Returns the next page of one list of due or stuck work. */
export const makeReadMoreWork =
  (platform: Platform, needs: Dependencies) =>
  async (
    named: string,
    cursor: string | undefined,
    language: Language,
  ): Promise<Partial<Pick<OperatorWork, WorkList>> & { nextCursor: string | null }> => {
    const name = workLists.find((each) => each === named);
    if (name === undefined) throw refusedCommand('not_found', { type: 'list', id: named });
    const { rows, nextCursor } = await partsOf(platform, needs, language)[name](cursor);
    return { [name]: rows, nextCursor };
  };

/** Returns work that is due within a week, has failed, or is stuck (OP-04). */
export const makeReadWork =
  (platform: Platform, needs: Dependencies) =>
  async (language: Language): Promise<OperatorWork> => {
    const { reads } = needs;
    const parts = partsOf(platform, needs, language);
    const [lists, queue, reviewsWaiting] = await Promise.all([
      Promise.all(workLists.map(async (name) => [name, await parts[name]()] as const)),
      reads.queue(),
      reads.reviewsWaiting(),
    ]);
    const ofEach = <Shown extends Record<WorkList, unknown>>(pick: (list: (typeof lists)[number][1]) => unknown) =>
      Object.fromEntries(lists.map(([name, list]) => [name, pick(list)])) as Shown;
    return {
      ...ofEach<Pick<OperatorWork, WorkList>>(({ rows }) => rows),
      queue,
      reviewsWaiting,
      inAll: ofEach<OperatorWork['inAll']>(({ inAll }) => inAll),
      next: ofEach<OperatorWork['next']>(({ nextCursor }) => nextCursor),
    };
  };

/** Returns a page of the audit log (INV-4), newest first. With `accountId`, only entries of one customer. */
export const makeListAudit =
  ({ reads }: { readonly reads: Pick<OperatorSiteReads, 'audit'> }) =>
  async (
    accountId: AccountId | undefined,
    cursor: string | undefined,
  ): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> => {
    const found = await reads.audit(accountId ?? null, readCursor(cursor), AUDIT_PAGE + 1);
    const { rows, nextCursor } = pageOf(found, AUDIT_PAGE);
    return { entries: rows.map(({ atMicros: _, ...row }) => ({ ...row, at: iso(row.at) })), nextCursor };
  };
