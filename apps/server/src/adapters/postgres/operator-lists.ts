import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { WorkList } from '@foyer/contract/vocabulary/work-lists';
import type {
  AuditRow,
  OperatorSiteReads,
  Position,
  QueueCounts,
  WorkRows,
} from '../../services/operator/read-ports.ts';
import { atMicrosOf, countOf, END_OF_TIME, isBeyond, readBoundedList } from './bounded-list.ts';
import { type Database, toDate } from './database.ts';
import { hasQueue } from './operator-store.ts';
import { workLists } from './work-lists.ts';

/** Jobs of every queue. The job of a message that was given up is over, so its row counts instead. */
const JOBS = `pgboss.job WHERE name IN ('mail', 'product-hook', 'detach-card')`;

const NO_JOBS: QueueCounts = { waiting: 0, active: 0, failed: 0 };

const makeWorkReads = (database: Database): OperatorSiteReads['work'] => {
  const list =
    <Name extends WorkList>(name: Name) =>
    (_until: Instant, after: Position | null, limit: number) =>
      readBoundedList<WorkRows[Name]>(database, workLists[name], limit, [], after);
  /** List of failed jobs. Without rows before the first server has made the queue. */
  const jobs =
    <Name extends 'failedMails' | 'failedDetachments'>(name: Name) =>
    async (...part: Parameters<ReturnType<typeof list<Name>>>) =>
      (await hasQueue(database)) ? list(name)(...part) : { rows: [], inAll: 0 };
  return {
    due: (until, after, limit) =>
      readBoundedList<WorkRows['due']>(database, workLists.due, limit, [toDate(until)], after),
    onClock: list('onClock'),
    requests: list('requests'),
    failing: list('failing'),
    overdue: list('overdue'),
    waiting: list('waiting'),
    disputes: list('disputes'),
    parkedPayments: list('parkedPayments'),
    failedMails: jobs('failedMails'),
    failedHooks: list('failedHooks'),
    failedDetachments: jobs('failedDetachments'),
    unplacedRefunds: list('unplacedRefunds'),
  };
};

/** Lists that do not belong to one customer. */
export const makeListReads = (database: Database): Pick<OperatorSiteReads, 'work' | 'queue' | 'audit'> => ({
  work: makeWorkReads(database),
  queue: async () => {
    if (!(await hasQueue(database))) return NO_JOBS;
    const [jobs] = await database.query<QueueCounts>(
      `SELECT ${countOf(`${JOBS} AND state < 'active' AND NOT blocked`)} AS waiting,
         ${countOf(`${JOBS} AND state = 'active'`)} AS active,
         ${countOf(`(SELECT FROM ${JOBS} AND state = 'failed' UNION ALL SELECT FROM ${workLists.failedHooks.from}) AS given_up`)} AS failed`,
    );
    return jobs ?? NO_JOBS;
  },
  audit: (accountId, after, limit) => {
    const { atMicros, id } = after ?? END_OF_TIME;
    const whose = accountId === null ? '$1::text IS NULL' : 'l.account_id = $1';
    return database.query<AuditRow>(
      `SELECT l.id, l.wall_at AS at, ${atMicrosOf('l.wall_at')}, COALESCE(o.name, k.name, l.actor) AS actor, l.action,
         l.account_id, l.subject_type, l.subject_id, l.reason, l.after
       FROM audit_log l LEFT JOIN operators o ON o.id = l.actor LEFT JOIN vendor_keys k ON k.id = l.actor
       WHERE ${whose} AND ${isBeyond('l.wall_at', 'l.id', '<', 2)}
       ORDER BY l.wall_at DESC, l.id DESC LIMIT $4`,
      [accountId, atMicros, id, limit],
    );
  },
});
