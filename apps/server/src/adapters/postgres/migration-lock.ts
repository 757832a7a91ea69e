import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Key of the advisory lock. No other program may use it in this database. */
const LOCK_KEY = 4_611_230_652;

const RETRY_MS = 200;
const REPORT_EVERY_MS = 5_000;

interface LockHolder {
  readonly pid: number;
  /** Name of the application. Null if it is empty or this role cannot see it. */
  readonly application: string | null;
  /** Client address. Null for a unix socket, or if this role cannot see it. */
  readonly address: string | null;
}

/** Finds the holder of the lock. pg_locks shows a bigint key as two halves. */
const findHolder = async (client: pg.Client): Promise<LockHolder | null> => {
  const { rows } = await client.query<LockHolder>(
    `select l.pid, nullif(a.application_name, '') as application, host(a.client_addr) as address
       from pg_locks l left join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid::bigint << 32 | l.objid::bigint = $1`,
    [LOCK_KEY],
  );
  return rows[0] ?? null;
};

const describeHolder = ({ pid, application, address }: LockHolder): string => {
  const details = [application, address && `from ${address}`].filter(Boolean).join(', ');
  return `database process ${pid}${details ? ` (${details})` : ''}`;
};

export interface LockWait {
  /** Ends the wait; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the wait begins and then every 5 s, with a line for the log. */
  readonly onWait?: ((line: string) => void) | undefined;
}

/** Tries to take the lock for a new transaction, which stays open only when the lock was taken. */
const tryBegin = async (client: pg.Client): Promise<boolean> => {
  await client.query('begin');
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [LOCK_KEY]);
  if (rows[0]?.taken) return true;
  await client.query('rollback');
  return false;
};

/**
 * Begins a transaction that holds the migration lock. The lock ends with the transaction, so a killed server cannot leave
 * it behind, and neither can a connection pool that gives each transaction another connection (PgBouncer).
 */
export const beginLocked = async (client: pg.Client, { signal, onWait = () => {} }: LockWait): Promise<void> => {
  let reportedAt = Number.NEGATIVE_INFINITY;
  while (!(await tryBegin(client))) {
    signal?.throwIfAborted();
    if (performance.now() - reportedAt >= REPORT_EVERY_MS) {
      const holder = await findHolder(client);
      reportedAt = performance.now();
      if (holder) onWait(`waiting for the migration lock of the database, which ${describeHolder(holder)} holds`);
    }
    await sleep(RETRY_MS, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
  }
};
