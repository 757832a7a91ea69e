import path from 'node:path';
import type pg from 'pg';
import { freePort } from '../apps/server/test/free-port.ts';
import type { Cleanup } from './cleanup.ts';
import { runComparison } from './comparison.ts';
import { startServer } from './processes.ts';
import { meOfProduct, tokensOfProduct } from './rates.ts';
import { RAW_SCHEMA } from './raw/options.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

/** Fewer sessions than the product has: each costs a password hash or several statements to create. */
const SESSIONS = 256;

interface Peer {
  readonly port: number;
  /** Refresh token or cookie of each session. */
  readonly seeded: readonly string[];
}

const startPeer = async (cleanup: Cleanup, stage: Stage, name: string): Promise<Peer> => {
  const port = await freePort();
  const options = {
    port,
    database: stage.database satisfies pg.ClientConfig,
    connections: stage.connections,
    schema: RAW_SCHEMA,
    sessions: SESSIONS,
  };
  await startServer(cleanup, {
    name,
    args: [path.join(import.meta.dirname, `peers/${name}.mjs`), JSON.stringify(options)],
    env: { NODE_ENV: 'production' },
    readyUrl: `http://127.0.0.1:${port}/seeded`,
    logFile: path.join(stage.folder, `${name}.log`),
  });
  const seeded = (await (await fetch(`http://127.0.0.1:${port}/seeded`)).json()) as string[];
  return { port, seeded };
};

/** Measures the product against oidc-provider and better-auth on the same database server. */
export const measurePeers = async (cleanup: Cleanup, stage: Stage): Promise<Row[]> => {
  const oidc = await startPeer(cleanup, stage, 'oidc-provider');
  const refresh = await runComparison(cleanup, {
    what: '`POST /api/auth/tokens` beside the refresh grant of oidc-provider',
    target: 2,
    aim: 2.7,
    ours: tokensOfProduct(stage),
    limit: {
      port: oidc.port,
      work: (last) => ({
        kind: 'chain',
        shape: 'oauth',
        path: '/token',
        refreshTokens: last?.refreshTokens ?? oidc.seeded,
      }),
    },
  });
  const better = await startPeer(cleanup, stage, 'better-auth');
  const me = await runComparison(cleanup, {
    what: '`GET /api/auth/me` beside get-session of better-auth',
    target: 6,
    aim: 6,
    ours: meOfProduct(stage),
    limit: {
      port: better.port,
      work: () => ({
        kind: 'fixed',
        requests: better.seeded.map(
          (cookie) =>
            `GET /api/auth/get-session HTTP/1.1\r\nhost: 127.0.0.1:${better.port}\r\naccept: application/json\r\ncookie: ${cookie}\r\n\r\n`,
        ),
      }),
    },
  });
  return [...refresh, ...me];
};
