import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** One record of the audit log, with the fields of docs/operations/audit.schema.json. */
export interface AuditRecord {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string | null;
  readonly accountId: string | null;
  readonly reason: string;
  readonly after: object;
}

const PAGE = 1_000;
/** Longest time between the time of a record and its commit. Later reads begin this much earlier. */
const OVERLAP_MS = 60_000;

const READ = `
  SELECT id, wall_at AS at, actor, action, subject_type AS "subjectType", subject_id AS "subjectId", account_id AS "accountId", reason, after
    FROM audit_log WHERE (wall_at, id) > ($1, $2) ORDER BY wall_at, id LIMIT ${PAGE}`;

export interface FollowNeeds {
  readonly since: Date;
  readonly write: (record: AuditRecord) => void;
  /** Ends the command. */
  readonly signal: AbortSignal;
  readonly pauseMs: number;
}

/** Writes each record of the audit log once, in the order of their times, until the signal aborts. */
export const followAuditLog = async (
  client: pg.Client,
  { since, write, signal, pauseMs }: FollowNeeds,
): Promise<void> => {
  const written = new Map<string, Date>();
  let from = { at: since, id: '' };
  while (!signal.aborted) {
    const { rows } = await client.query<AuditRecord>(READ, [from.at, from.id]);
    for (const record of rows.filter(({ id }) => !written.has(id))) {
      write(record);
      written.set(record.id, record.at);
    }
    const last = rows.at(-1);
    if (last && rows.length === PAGE) {
      from = { at: last.at, id: last.id };
      continue;
    }
    const newest = last?.at ?? from.at;
    from = { at: new Date(Math.max(since.getTime(), newest.getTime() - OVERLAP_MS)), id: '' };
    for (const [id, at] of written) if (at < from.at) written.delete(id);
    await sleep(pauseMs, undefined, { signal }).catch(() => {}); // aborted: the loop ends
  }
};
