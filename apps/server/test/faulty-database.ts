import { type Database, DatabaseUnavailable, type Sql } from '../src/adapters/postgres/database.ts';

/**
 * `before`: the statement never arrives. `after`: it is carried out, and its answer is lost with the connection. Within
 * a transaction that is undone either way, so `after` counts only what outlasts the connection: commits, and statements
 * outside a transaction.
 */
export type DatabaseFault = 'before' | 'after';

export interface DatabaseFaults {
  /** The `nth` statement from now on fails, once. A commit counts as a statement. */
  arm(nth: number, how: DatabaseFault): void;
  /** Ends the plan and says whether the fault was reached. */
  disarm(): boolean;
  /** How many statements and commits went by since the start, or since a fault was armed. */
  statements(): number;
}

/** The database with one fault put in its way: what a lost connection does at any point of a use-case. */
export const withDatabaseFaults = (inner: Database): { database: Database; faults: DatabaseFaults } => {
  let plan: { nth: number; how: DatabaseFault } | null = null;
  let count = 0;
  let fired = false;
  const lostConnection = () => new DatabaseUnavailable(new Error('injected'));

  const step = async <T>(run: () => Promise<T>, isUndone = false): Promise<T> => {
    if (isUndone && plan?.how === 'after') return run();
    count += 1;
    const now = plan !== null && !fired && count === plan.nth ? plan.how : null;
    if (now) fired = true;
    if (now === 'before') throw lostConnection();
    const result = await run();
    if (now === 'after') throw lostConnection();
    return result;
  };

  const database: Database = {
    query: (text, values, since) => step(() => inner.query(text, values, since)),
    transaction: async (work) => {
      // The commit happens when `work` has returned, so a fault before it is thrown inside and one after it outside.
      let afterCommit: 'throw' | null = null;
      const result = await inner.transaction(async (tx) => {
        const faulty: Sql = { ...tx, query: (text, values) => step(() => tx.query(text, values), true) };
        const made = await work(faulty);
        await step(async () => {}).catch((error: unknown) => {
          if (plan?.how === 'before') throw error;
          afterCommit = 'throw';
        });
        return made;
      });
      if (afterCommit) throw lostConnection();
      return result;
    },
    logAfterCommit: inner.logAfterCommit,
    connections: () => inner.connections(),
    isOutOfSpace: () => inner.isOutOfSpace(),
    close: () => inner.close(),
  };
  return {
    database,
    faults: {
      arm: (nth, how) => {
        plan = { nth, how };
        count = 0;
        fired = false;
      },
      disarm: () => {
        plan = null;
        return fired;
      },
      statements: () => count,
    },
  };
};
