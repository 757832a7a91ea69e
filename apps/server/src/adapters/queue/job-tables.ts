import type { Client } from 'pg';
import type { BackupTable } from '../backup/backup-tables.ts';

/** Columns of a job that a backup holds: all that a worker or the operator site reads, in each version of pg-boss since 12. */
const JOBS: BackupTable = {
  name: 'pgboss.job',
  columns: [
    'id',
    'name',
    'priority',
    'data',
    'state',
    'retry_limit',
    'retry_count',
    'retry_delay',
    'retry_backoff',
    'retry_delay_max',
    'expire_seconds',
    'deletion_seconds',
    'singleton_key',
    'singleton_on',
    'start_after',
    'created_on',
    'started_on',
    'completed_on',
    'keep_until',
    'output',
    'dead_letter',
    'policy',
    'heartbeat_on',
    'heartbeat_seconds',
  ],
};

/** Table of the queue's jobs. Null in a database that no server has used. */
export const findJobTable = async (client: Client): Promise<BackupTable | null> => {
  const { rows } = await client.query<{ table: string | null }>(`SELECT to_regclass('pgboss.job')::text AS table`);
  return rows[0]?.table ? JOBS : null;
};
