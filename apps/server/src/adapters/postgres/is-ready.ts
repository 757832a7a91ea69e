import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './database.ts';

/** A database that has not answered by then counts as out of reach (INV-25). */
const READY_WITHIN_MS = 1_500;

/** Dependencies what a write needs and changes nothing: a server that takes no writes answers a plain SELECT, and refuses this. */
const ASK_FOR_WRITES = 'SELECT 1 AS one FROM accounts WHERE false FOR UPDATE';

export const makeIsReady = (database: Sql) => (): Promise<boolean> =>
  Promise.race([
    database.query(ASK_FOR_WRITES).then(
      () => true,
      () => false,
    ),
    sleep(READY_WITHIN_MS, false, { ref: false }),
  ]);
