import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from './database.ts';

/** A database that has not answered by then counts as out of reach (INV-25). */
const READY_WITHIN_MS = 1_500;

export const makeIsReady = (database: Sql) => (): Promise<boolean> =>
  Promise.race([
    database.query('SELECT 1 AS one').then(
      () => true,
      () => false,
    ),
    sleep(READY_WITHIN_MS, false, { ref: false }),
  ]);
