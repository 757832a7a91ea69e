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
  /** The statement that the last armed fault met, `COMMIT` for a commit, or `null` if it met none. */
  lost(): string | null;
  /** How many statements and commits went by since the start, or since a fault was armed. */
  statements(): number;
}

/** The database with one fault put in its way: what a lost connection does at any point of a use-case. */
export const withDatabaseFaults = (inner: Database): { database: Database; faults: DatabaseFaults } => {
  let plan: { nth: number; how: DatabaseFault } | null = null;
  let count = 0;
  let lost: string | null = null;
  const lostConnection = () => new DatabaseUnavailable(new Error('injected'));

  const step = async <T>(text: string, run: () => Promise<T>, isUndone = false): Promise<T> => {
    if (isUndone && plan?.how === 'after') return run();
    count += 1;
    const now = plan !== null && lost === null && count === plan.nth ? plan.how : null;
    if (now) lost = text;
    if (now === 'before') throw lostConnection();
    const result = await run();
    if (now === 'after') throw lostConnection();
    return result;
  };

  const database: Database = {
    query: (text, values, since) => step(text, () => inner.query(text, values, since)),
    transaction: async (work) => {
      // The commit happens when `work` has returned, so a fault before it is thrown inside and one after it outside.
      let afterCommit: 'throw' | null = null;
      const result = await inner.transaction(async (tx) => {
        const faulty: Sql = { ...tx, query: (text, values) => step(text, () => tx.query(text, values), true) };
        const made = await work(faulty);
        await step('COMMIT', async () => {}).catch((error: unknown) => {
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
        lost = null;
      },
      disarm: () => {
        plan = null;
        return lost !== null;
      },
      lost: () => lost,
      statements: () => count,
    },
  };
};
