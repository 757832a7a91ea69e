import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Linux counts processor time in these, on every machine that this runs on. */
const TICKS_PER_SECOND = 100;
const MS = 1_000;

/** Processor time of one process so far; 0 where the system does not tell. */
const cpuOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * MS) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
};

/** The processes of the database server that work for one database, by their ids. */
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
 * Processor time that `work` took, in ms: of the process given (our own by default) and of the database server's
 * processes behind its connections. What the server does for all, as writing back and tidying up, is not counted.
 */
export const countCpu = async (config: pg.ClientConfig, work: () => Promise<void>, pid?: number): Promise<number> => {
  const own = () => (pid === undefined ? process.cpuUsage().user / MS + process.cpuUsage().system / MS : cpuOf(pid));
  const before = new Map((await backendsOf(config)).map((backend) => [backend, cpuOf(backend)]));
  const from = own();
  await work();
  const ours = own() - from;
  const theirs = (await backendsOf(config)).map((backend) => cpuOf(backend) - (before.get(backend) ?? 0));
  return theirs.reduce((sum, one) => sum + one, ours);
};
