import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

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

/** True for lock_not_available and deadlock_detected. */
export const isWaitTooLong = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');

/** Name under which PostgreSQL shows the connections of migrations. */
export const APPLICATION = 'foyer migrate';

/** Describes the oldest transaction of other programs, which is the likely holder of a lock. */
export const describeOldest = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ pid: number; application: string | null; seconds: number }>(
    `select pid, nullif(application_name, '') as application, extract(epoch from now() - xact_start)::int as seconds
       from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        and application_name is distinct from $1
      order by xact_start limit 1`,
    [APPLICATION],
  );
  const [oldest] = rows;
  if (!oldest) return '';
  const { pid, application, seconds } = oldest;
  return ` The oldest transaction is that of database process ${pid}${application ? ` (${application})` : ''}, ${seconds} s.`;
};

/** Waits. Rejects with the reason of the signal when that aborts. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await sleep(ms, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
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
    await pause(RETRY_MS, signal);
  }
};
