import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../apps/server/test/free-port.ts';

/** Debian's Patroni, etcd and HAProxy on loopback: one primary and standbys with synchronous replication. */

const NODES = 3;
const PASSWORD = 'password of the drill';
/** Ports below the range for outgoing connections: such a connection could take the port of a killed node. */
const FIRST_PORT = 21_830;
const BIN = '/usr/lib/postgresql/15/bin';
/** Smallest lifetime of the leader's key that Patroni accepts. A killed leader is replaced after it at the latest. */
const LEADER_SECONDS = 20;

interface Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly file: string;
}

export interface Cluster {
  /** Address of the primary by way of HAProxy. */
  readonly url: string;
  /** Kills Patroni and PostgreSQL of the primary with SIGKILL. Returns the name of the node. */
  killPrimary(): Promise<string>;
  /** Starts a killed node. Resolves when it is a synchronous standby again, or rejects after two minutes. */
  bringBack(name: string): Promise<void>;
  stop(): Promise<void>;
}

const idOf = (flag: '-u' | '-g'): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

/** Programs that the drill needs and the machine lacks. */
export const missingPrograms = (): readonly string[] =>
  ['patroni', 'etcd', 'haproxy'].filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);

const nodeConfig = (folder: string, etcdPort: number, { name, port, restPort }: Node): string => `
scope: foyer
name: ${name}
restapi: { listen: '127.0.0.1:${restPort}', connect_address: '127.0.0.1:${restPort}' }
etcd3: { host: '127.0.0.1:${etcdPort}' }
bootstrap:
  dcs:
    ttl: ${LEADER_SECONDS}
    loop_wait: 2
    retry_timeout: 5
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql: { use_pg_rewind: true, parameters: { max_connections: 60, wal_log_hints: 'on', shared_buffers: 64MB } }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba: ['host replication all 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256']
postgresql:
  listen: '127.0.0.1:${port}'
  connect_address: '127.0.0.1:${port}'
  bin_dir: ${BIN}
  data_dir: ${folder}/${name}
  pgpass: ${folder}/${name}.pgpass
  parameters: { unix_socket_directories: '${folder}' }
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
    rewind: { username: rewinder, password: ${PASSWORD} }
`;

const proxyConfig = (port: number, nodes: readonly Node[]): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;

const statusOf = (restPort: number, place: string): Promise<number> =>
  fetch(`http://127.0.0.1:${restPort}${place}`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

const waitFor = async (what: string, isReached: () => Promise<boolean>, limitMs = 120_000): Promise<void> => {
  const deadline = performance.now() + limitMs;
  while (!(await isReached())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await sleep(200);
  }
};

/** Starts the cluster in a folder. Resolves when it has a primary and a synchronous standby. */
export const startCluster = async (folder: string): Promise<Cluster> => {
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const place = path.join(folder, 'cluster');
  mkdirSync(place, { mode: 0o711 });
  chownSync(place, user.uid, user.gid);
  const run = (name: string, args: readonly string[]): ChildProcess => {
    const log = openSync(path.join(place, `${name}.txt`), 'a');
    return spawn(name, args, { ...user, cwd: place, stdio: ['ignore', log, log], env: { PATH: process.env.PATH } });
  };
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const etcd = run('etcd', [
    `--data-dir=${place}/etcd`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
  ]);
  const nodes: Node[] = [];
  for (let number = 1; number <= NODES; number += 1) {
    const node = {
      name: `node${number}`,
      port: FIRST_PORT + 2 * number,
      restPort: FIRST_PORT + 2 * number + 1,
      file: path.join(place, `node${number}.yaml`),
    };
    writeFileSync(node.file, nodeConfig(place, etcdPort, node));
    nodes.push(node);
  }
  const patronis = new Map<string, ChildProcess>();
  const startNode = ({ name, file }: Node): void => void patronis.set(name, run('patroni', [file]));
  for (const node of nodes) startNode(node);
  const isSynchronous = async (node: Node): Promise<boolean> => (await statusOf(node.restPort, '/synchronous')) === 200;
  const isStandby = async (node: Node): Promise<boolean> => (await statusOf(node.restPort, '/replica')) === 200;
  const primary = async (): Promise<Node | undefined> => {
    for (const node of nodes) if ((await statusOf(node.restPort, '/primary')) === 200) return node;
    return undefined;
  };
  const hasStandby = async (): Promise<boolean> => (await Promise.all(nodes.map(isSynchronous))).includes(true);
  const stop = async (): Promise<void> => {
    haproxy?.kill('SIGKILL');
    for (const child of patronis.values()) if (child.exitCode === null && !child.killed) child.kill('SIGTERM');
    await sleep(5_000);
    for (const { name } of nodes) killNode(name);
    etcd.kill('SIGKILL');
  };
  /** Ends Patroni and the PostgreSQL of a node at once. Its other processes end with it. */
  const killNode = (name: string): void => {
    patronis.get(name)?.kill('SIGKILL');
    try {
      const [pid] = readFileSync(path.join(place, name, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // it has ended
    }
  };
  let haproxy: ChildProcess | null = null;
  try {
    await waitFor('a primary', async () => (await primary()) !== undefined);
    await waitFor('a synchronous standby', hasStandby);
    const file = path.join(place, 'haproxy.cfg');
    writeFileSync(file, proxyConfig(proxyPort, nodes));
    haproxy = run('haproxy', ['-db', '-f', file]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgresql://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${proxyPort}/postgres`,
    killPrimary: async () => {
      const node = await primary();
      if (!node) throw new Error(`no node of ${nodes.map((each) => each.name).join(', ')} answers as primary`);
      killNode(node.name);
      return node.name;
    },
    bringBack: async (name) => {
      const node = nodes.find((each) => each.name === name) as Node;
      startNode(node);
      await waitFor(`${name} as a standby`, () => isStandby(node));
      await waitFor('a synchronous standby', hasStandby);
    },
    stop,
  };
};
