import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './database.ts';

/** Limit after which the database counts as unavailable (INV-25). */
const READY_WITHIN_MS = 1_500;

/** Statement that needs write access but changes nothing. A read-only server answers a plain SELECT but refuses this. */
const ASK_FOR_WRITES = 'SELECT 1 AS one FROM accounts WHERE false FOR UPDATE';

export const makeIsReady = (database: Sql) => (): Promise<boolean> =>
  Promise.race([
    database.query(ASK_FOR_WRITES).then(
      () => true,
      () => false,
    ),
    sleep(READY_WITHIN_MS, false, { ref: false }),
  ]);
