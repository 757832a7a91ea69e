import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/embedded-postgres/start-embedded-postgres.ts';
import { addressOf } from '../apps/server/test/address-of.ts';
import { freePort } from '../apps/server/test/free-port.ts';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import type { Cleanup } from '../bench/cleanup.ts';
import { stopProcess } from '../bench/processes.ts';
import { describeFailures, startClients } from './clients.ts';
import { type ProxyName, startProxy } from './proxies.ts';
import {
  CLIENTS,
  countWarnings,
  makeSessions,
  PAUSE_MS,
  runDrill,
  SERVER_PORTS,
  startServer,
  stopServer,
  waitUntilReady,
} from './servers.ts';

/**
 * `npm run drill -- roll [nginx|caddy]`: three servers on one database are stopped and started one after the other, two
 * rounds, behind each proxy, while twelve clients call. The drill fails when one call fails, when a stop exits with
 * another code than 0, or when a stop takes longer than its limit. It listens on loopback only.
 */

const ROUNDS = 2;

interface Stage {
  readonly config: Parameters<typeof makeSessions>[0];
  readonly folder: string;
  readonly databaseUrl: string;
  readonly servers: ChildProcess[];
}

/** Restarts all servers behind one proxy, one after the other. Returns true if no call and no stop failed. */
const roll = async (cleanup: Cleanup, name: ProxyName, stage: Stage): Promise<boolean> => {
  const { config, folder, databaseUrl, servers } = stage;
  const tokens = await makeSessions(config, CLIENTS);
  const port = await freePort();
  const proxy = startProxy(name, { folder, port, serverPorts: SERVER_PORTS });
  cleanup.add(name, () => stopProcess(proxy));
  await waitUntilReady(`http://127.0.0.1:${port}/healthz`);
  const clients = startClients({ port, tokens });
  let isGood = true;
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [index, serverPort] of SERVER_PORTS.entries()) {
      const stopped = await stopServer(servers[index] as ChildProcess);
      isGood &&= stopped.isGood;
      console.log(
        `${new Date().toISOString()} ${name}: round ${round}, server ${index + 1} stopped in ${stopped.ms} ms with code ${stopped.code}${stopped.isGood ? '' : ' (FAILED)'}`,
      );
      servers[index] = await startServer({ folder, databaseUrl, port: serverPort });
      await sleep(PAUSE_MS);
    }
  }
  const { calls, failed } = await clients.stop();
  const { sum, text } = describeFailures(failed);
  console.log(`${name}: ${sum} of ${calls} calls failed${text}`);
  await stopProcess(proxy);
  if (sum > 0 && name === 'nginx') console.log(readFileSync(path.join(folder, 'nginx.log'), 'utf8').slice(0, 10_000));
  return isGood && sum === 0;
};

const drill = async (cleanup: Cleanup, names: readonly ProxyName[]): Promise<boolean> => {
  const temporary = makeTempFolder('drill');
  cleanup.add('the temporary folder', () => temporary.remove());
  const folder = temporary.path;
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  cleanup.add('the database server', () => embedded.stop());
  const { config } = embedded;
  const databaseUrl = addressOf(config);
  const servers: ChildProcess[] = [];
  cleanup.add('the servers', () => Promise.all(servers.map(stopProcess)));
  for (const port of SERVER_PORTS) servers.push(await startServer({ folder, databaseUrl, port }));
  const stage: Stage = { config, folder, databaseUrl, servers };
  let isGood = true;
  for (const name of names) if (!(await roll(cleanup, name, stage))) isGood = false;
  for (const [what, count] of Object.entries(countWarnings(folder))) console.log(`server logs: ${count} × ${what}`);
  return isGood;
};

await runDrill(drill);
