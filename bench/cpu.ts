import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Unit of the times in /proc/<pid>/stat: USER_HZ, which is 100 on Linux. */
const TICKS_PER_SECOND = 100;
const MS = 1_000;

/** CPU time of a process so far, in ms; 0 on systems without /proc. */
const cpuOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * MS) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
};

/** Process ids of the PostgreSQL backends connected to one database. */
const backendsOf = async (config: pg.ClientConfig): Promise<number[]> => {
  const client = new pg.Client(config);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
};

/**
 * CPU time that `work` took, in ms: of the process `pid` (the current one by default) and of the PostgreSQL backends of
 * the database. Background processes of PostgreSQL, such as the checkpointer and autovacuum, are not counted.
 */
export const countCpu = async (config: pg.ClientConfig, work: () => Promise<void>, pid?: number): Promise<number> => {
  const own = () => (pid === undefined ? process.cpuUsage().user / MS + process.cpuUsage().system / MS : cpuOf(pid));
  const before = new Map((await backendsOf(config)).map((backend) => [backend, cpuOf(backend)]));
  const from = own();
  await work();
  const ownMs = own() - from;
  const postgresMs = (await backendsOf(config)).map((backend) => cpuOf(backend) - (before.get(backend) ?? 0));
  return postgresMs.reduce((sum, one) => sum + one, ownMs);
};
