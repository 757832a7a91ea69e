import { createHash } from 'node:crypto';
import type { Instant } from '@foyer/contract/vocabulary/instants';
import pg from 'pg';
import { Refused } from '../../services/refused.ts';
import { markWaitFailed, startOfWait, trackWait } from './request-deadline.ts';

/** Runs statements and returns their rows, with column names in camel case and instants in milliseconds. */
export interface Sql {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Writes a log line after the commit, never after a rollback. Outside a transaction it writes at once. */
  logAfterCommit(message: string, line: LogLine): void;
}

/** Fields of a log line. They hold only ids and values from fixed lists. */
export type LogLine = Readonly<Record<string, string | null>>;

export interface Database extends Sql {
  /**
   * Runs one statement, again after a conflict as a transaction. `since` is the time at which the caller began to wait, by
   * `performance.now()`, if earlier than this call. It holds for all tries together.
   */
  query<Row>(text: string, values?: readonly unknown[], since?: number): Promise<Row[]>;
  /** Runs one transaction. After a serialisation failure or a deadlock it runs again, three times in all. */
  transaction<T>(run: (tx: Sql) => Promise<T>): Promise<T>;
  /** Connections of the pool now, and callers that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Whether PostgreSQL refused a statement within the last minute because its disk is full. */
  isOutOfSpace(): boolean;
  close(): Promise<void>;
}

const RETRY_AFTER_SECONDS = 5;

/** The database cannot be reached or did not answer in time; a caller may try again (INV-25). */
export class DatabaseUnavailable extends Refused {
  constructor(cause: unknown) {
    super('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.name = 'DatabaseUnavailable';
    this.cause = cause;
  }
}

export interface DatabaseLimits {
  readonly connections: number;
  /** Limit for getting a connection, new or released by another call. */
  readonly connectTimeoutMs: number;
  /** Limit for waiting for a row lock. */
  readonly lockTimeoutMs: number;
  /** Limit of one statement. The server ends a slow statement itself. */
  readonly statementTimeoutMs: number;
  /**
   * Limit of one wait: for a connection, and for the answer to the first statement on it. It is longer than that of a
   * statement, so that a call whose statement was ended has time to clean up. INV-25 gives the whole call 5 s.
   */
  readonly answerTimeoutMs: number;
}

/** Limits of a pool in which a call waits for the database at most `waitMs`. The other limits are shares of it. */
export const limitsOf = (connections: number, waitMs: number): DatabaseLimits => ({
  connections,
  connectTimeoutMs: Math.round(waitMs * 0.5),
  lockTimeoutMs: Math.round(waitMs * 0.75),
  statementTimeoutMs: Math.round(waitMs * 0.875),
  answerTimeoutMs: waitMs,
});

export const defaultLimits: DatabaseLimits = limitsOf(10, 4_000);

/** Name of the connections of a server, by which PostgreSQL and migrations know that one is running. */
const SERVER_APPLICATION = 'foyer server';

/** Name that the queue gives its connections. Servers of release 2.1.0 and earlier name no other ones. */
const QUEUE_APPLICATION = 'pgboss';

/** Returns the database processes of servers that use the database of this connection. */
export const readServerProcesses = async (client: pg.Client): Promise<number[]> => {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = any($1) order by pid',
    [[SERVER_APPLICATION, QUEUE_APPLICATION]],
  );
  return rows.map(({ pid }) => pid);
};

const IDLE_IN_TRANSACTION_MS = 10_000;
/**
 * Shortest useful wait. A timer may fire a millisecond early, so a wait that reached its limit may have a little time left.
 */
const SHORTEST_WAIT_MS = 5;
/**
 * Cost of reading a random page. The default of 4 suits rotating disks; here pages are in memory or on an SSD. With the
 * default, PostgreSQL would read a table of thousands of rows completely to find a hundred.
 */
const RANDOM_PAGE_COST = 1.1;
/**
 * All statements are constant texts, so one generic plan serves all calls. Otherwise PostgreSQL expects a list with one
 * id to be cheaper than a list of unknown length. It then plans large statements at every call, which takes longer than
 * to run them (decision 29).
 */
const ONE_PLAN = 'force_generic_plan';
const TRIES = 3;

const INT8 = 20;
const TIMESTAMPTZ = 1184;

const wholeNumber = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the bigint ${text} of a row does not fit a JavaScript number`);
  return value;
};

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return wholeNumber;
    if (oid === TIMESTAMPTZ) return (text: string) => Date.parse(text);
    return pg.types.getTypeParser(oid, format);
  },
};

const DISK_FULL = '53100';
/**
 * Time for which the database counts as not writable after a full disk refused a statement. Small ones may still succeed,
 * so a later success does not prove that there is room.
 */
const OUT_OF_SPACE_MS = 60_000;

const unavailableCodes: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '57014', // query_canceled: statement timeout
  '55P03', // lock_not_available
  '53300', // too_many_connections
  DISK_FULL,
  '25P03', // idle_in_transaction_session_timeout
];
/** The server shuts down, starts or ends the session (57P…), or the connection failed (08…; a pooler says so too). */
const unavailableClasses = /^(57P|08)/;
/** Code of read_only_sql_transaction: the server is a replica, or has become one. */
const READ_ONLY = '25006';

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const isUnavailable = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== undefined && (unavailableCodes.includes(code) || unavailableClasses.test(code))) return true;
  if (code === READ_ONLY) return true;
  const message = error instanceof Error ? error.message : '';
  return /connection terminated|timeout exceeded|timeout expired|query read timeout|client has encountered a connection error|connection error and is not queryable/i.test(
    message,
  );
};

const isConflict = (error: unknown): boolean => codeOf(error) === '40001' || codeOf(error) === '40P01';

/** Runs work again after a serialisation failure or a deadlock, which PostgreSQL has rolled back whole. */
const retried = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tried === TRIES) throw error;
    }
  }
};

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** Names of prepared statements by text. Texts are constants, so each is prepared once per connection. */
const statementNames = new Map<string, string>();
const nameOf = (text: string): string => {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const made = createHash('sha1').update(text).digest('base64url');
  statementNames.set(text, made);
  return made;
};

/** Names of a statement's columns in camel case; the same for every answer to the same text. */
const columnNames = new Map<string, readonly string[]>();
const columnsOf = (text: string, fields: readonly pg.FieldDef[]): readonly string[] => {
  const known = columnNames.get(text);
  if (known !== undefined) return known;
  const made = fields.map((field) => camel(field.name));
  columnNames.set(text, made);
  return made;
};

/** Option of the driver that limits one statement; its types do not list it. Zero would mean no limit. */
const answeredWithin = (limitMs: number): object => ({ query_timeout: Math.max(1, Math.ceil(limitMs)) });

const run = async <Row>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
  limitMs: number,
): Promise<Row[]> => {
  const result = await client.query<unknown[]>({
    name: nameOf(text),
    text,
    values: [...values],
    rowMode: 'array',
    ...answeredWithin(limitMs),
  });
  const names = columnsOf(text, result.fields);
  return result.rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] as string] = cells[index];
    return row as Row;
  });
};

/** Converts an instant to a parameter for `timestamptz`. */
export const toDate = (instant: Instant): Date => new Date(instant);

/** Returns the name of the violated constraint. The adapter that owns the table converts it to a refusal. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;

/** Settings of each connection: as options of the driver, and as PostgreSQL shows them. */
export const serverSettings = ({ statementTimeoutMs, lockTimeoutMs }: DatabaseLimits) => ({
  options: {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: `-c timezone=UTC -c random_page_cost=${RANDOM_PAGE_COST} -c plan_cache_mode=${ONE_PLAN}`,
  },
  settings: {
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    TimeZone: 'UTC',
    random_page_cost: String(RANDOM_PAGE_COST),
    plan_cache_mode: ONE_PLAN,
  } as Readonly<Record<string, string>>,
});

/**
 * Opens a pool. A lost connection is an event on the client and on the pool; without a listener on both it would end
 * the process, so both only report it (INV-25).
 */
export const openDatabase = (
  config: pg.PoolConfig,
  onLost: (error: Error) => void,
  limits: DatabaseLimits = defaultLimits,
  log: Sql['logAfterCommit'] = () => {},
): Database => {
  const pool = new pg.Pool({
    application_name: SERVER_APPLICATION,
    ...config,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    ...serverSettings(limits).options,
    // Most statements get a shorter limit: the rest of their wait.
    query_timeout: limits.answerTimeoutMs,
    types,
  });
  /** A connection that ends while the pool closes is not lost. The embedded database stops right after the pools. */
  let isClosing = false;
  const report = (error: Error): void => {
    if (!isClosing) onLost(error);
  };
  pool.on('error', report);
  /**
   * Increased when a connection leads to a server that refuses writes. Connections of earlier generations may lead there too,
   * so they are closed.
   */
  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();
  pool.on('connect', (client) => {
    client.on('error', report);
    generations.set(client, generation);
  });

  let refusedForSpaceAt = Number.NEGATIVE_INFINITY;

  const asKnown = (error: unknown): unknown => {
    if (codeOf(error) === DISK_FULL) refusedForSpaceAt = performance.now();
    if (codeOf(error) === READ_ONLY) generation += 1;
    return isUnavailable(error) ? new DatabaseUnavailable(error) : error;
  };

  /** Waits for the database. `ask` gets the time that is left since `since`. Failures count for the current call. */
  const waitFor = async <T>(since: number, ask: (leftMs: number) => Promise<T>): Promise<T> => {
    try {
      const leftMs = since + limits.answerTimeoutMs - performance.now();
      if (leftMs < SHORTEST_WAIT_MS)
        throw new Error(
          `database: timeout expired, no time left of ${limits.answerTimeoutMs} ms; check the load of PostgreSQL`,
        );
      return await trackWait(() => ask(leftMs));
    } catch (error) {
      if (isUnavailable(error)) markWaitFailed(since);
      throw error;
    }
  };

  /** Gets a connection within the limit. A connection that arrives later returns to the pool. */
  const connectWithin = async (limitMs: number): Promise<pg.PoolClient> => {
    const asked = pool.connect();
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        reject(
          new Error(
            `database: timeout expired, no connection within ${Math.round(limitMs)} ms; check the load of PostgreSQL`,
          ),
        );
      }, limitMs);
    });
    asked.then(
      (client) => isLate && client.release(),
      () => undefined,
    );
    try {
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  };

  const connect = async (since: number): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await waitFor(since, connectWithin).catch((error: unknown) => {
        throw asKnown(error);
      });
      if (generations.get(client) === generation) return client;
      client.release(true);
    }
  };

  const queryOnce = async <Row>(text: string, values: readonly unknown[], since: number): Promise<Row[]> => {
    const client = await connect(since);
    let broken = false;
    try {
      return await waitFor(since, (leftMs) => run<Row>(client, text, values, leftMs));
    } catch (error) {
      broken = isUnavailable(error);
      throw asKnown(error);
    } finally {
      client.release(broken);
    }
  };

  const once = async <T>(work: (tx: Sql) => Promise<T>): Promise<T> => {
    const since = startOfWait();
    const client = await connect(since);
    const send = (text: string, from: number) =>
      waitFor(from, (leftMs) => client.query({ text, ...answeredWithin(leftMs) }));
    let broken = false;
    try {
      await send('BEGIN', since);
      const lines: [message: string, line: LogLine][] = [];
      const result = await work({
        query: (text, values = []) => waitFor(startOfWait(), (leftMs) => run(client, text, values, leftMs)),
        logAfterCommit: (message, line) => void lines.push([message, line]),
      });
      await send('COMMIT', startOfWait());
      for (const [message, line] of lines) log(message, line);
      return result;
    } catch (error) {
      // Closes a connection that may hang. Waiting for its ROLLBACK would double the caller's wait.
      broken = isUnavailable(error);
      if (!broken) {
        await client.query('ROLLBACK').catch(() => {
          broken = true;
        });
      }
      throw asKnown(error);
    } finally {
      client.release(broken);
    }
  };

  return {
    query: (text, values = [], since = startOfWait()) => retried(() => queryOnce(text, values, since)),
    logAfterCommit: log,
    transaction: (work) => retried(() => once(work)),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    isOutOfSpace: () => performance.now() - refusedForSpaceAt < OUT_OF_SPACE_MS,
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
};
