import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Three nodes of PostgreSQL with Citus on loopback: a coordinator and two workers. */

const BIN = '/usr/lib/postgresql/15/bin';
/** Ports below the range for outgoing connections, so that such a connection does not take one. The first is the coordinator's. */
const PORTS = [21_851, 21_852, 21_853] as const;
const READY_LIMIT_MS = 60_000;

/** A statement that PostgreSQL refused, as its log has it. */
export interface RefusedStatement {
  readonly message: string;
  readonly statement: string;
}

export interface Nodes {
  /** Creates a database with Citus on all nodes. Returns its address on the coordinator. */
  createDatabase(name: string): Promise<string>;
  /** Statements that the coordinator refused in a database. */
  refused(database: string): readonly RefusedStatement[];
  stop(): Promise<void>;
}

/** Whether the extension is installed where Debian's PostgreSQL 15 looks for it. */
export const isCitusInstalled = (): boolean => existsSync('/usr/share/postgresql/15/extension/citus.control');

const idOf = (flag: '-u' | '-g'): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

const urlOf = (port: number, database: string): string => `postgresql://postgres@127.0.0.1:${port}/${database}`;

export const withNode = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const waitForNode = async (port: number): Promise<void> => {
  const deadline = performance.now() + READY_LIMIT_MS;
  for (;;) {
    try {
      await withNode(urlOf(port, 'postgres'), (client) => client.query('SELECT 1'));
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
};

const settings = (port: number): string => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
shared_preload_libraries = 'citus'
max_connections = 100
max_prepared_transactions = 50
shared_buffers = 64MB
fsync = off
logging_collector = on
log_destination = jsonlog
log_directory = log
log_filename = 'refused.log'
log_rotation_size = 0
log_rotation_age = 0
log_min_error_statement = error
citus.shard_count = 4
citus.enable_statistics_collection = off
citus.enable_unsafe_triggers = on
citus.log_remote_commands = off
`;

/** Starts the nodes in a folder. */
export const startNodes = async (folder: string): Promise<Nodes> => {
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const place = path.join(folder, 'nodes');
  mkdirSync(place, { mode: 0o711 });
  chownSync(place, user.uid, user.gid);
  // The nodes connect to each other and would look for certificates in the home of root.
  const env = { PATH: process.env.PATH, HOME: place };
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children) child.kill('SIGINT');
    await Promise.all(children.map((child) => child.exitCode ?? new Promise((ended) => child.once('exit', ended))));
  };
  try {
    for (const port of PORTS) {
      const data = path.join(place, String(port));
      const made = spawnSync(`${BIN}/initdb`, ['-D', data, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '-N'], {
        ...user,
        env,
        encoding: 'utf8',
      });
      if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
      appendFileSync(path.join(data, 'postgresql.conf'), settings(port));
      const log = openSync(path.join(place, `${port}.txt`), 'a');
      children.push(spawn(`${BIN}/postgres`, ['-D', data], { ...user, env, cwd: place, stdio: ['ignore', log, log] }));
    }
    for (const port of PORTS) await waitForNode(port);
  } catch (error) {
    await stop();
    throw error;
  }
  const [coordinator, ...workers] = PORTS;
  return {
    createDatabase: async (name) => {
      for (const port of PORTS) {
        await withNode(urlOf(port, 'postgres'), (client) => client.query(`CREATE DATABASE ${name}`));
        await withNode(urlOf(port, name), (client) => client.query('CREATE EXTENSION citus'));
      }
      await withNode(urlOf(coordinator, name), async (client) => {
        await client.query(`SELECT citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator]);
        for (const port of workers) await client.query(`SELECT citus_add_node('127.0.0.1', $1)`, [port]);
      });
      return urlOf(coordinator, name);
    },
    refused: (database) => {
      const logs = path.join(place, String(coordinator), 'log');
      return readdirSync(logs)
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => readFileSync(path.join(logs, name), 'utf8').split('\n'))
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { dbname?: string; error_severity?: string } & RefusedStatement)
        .filter((line) => line.dbname === database && line.error_severity === 'ERROR' && line.statement !== undefined);
    },
    stop,
  };
};
