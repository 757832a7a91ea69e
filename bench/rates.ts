import type { Cleanup } from './cleanup.ts';
import { type MeasuredServer, runComparison } from './comparison.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

const accepts = 'host: localhost\r\naccept: application/json\r\n';

/** `GET me` for all sessions. Each round signs new access tokens, because they expire after five minutes. */
export const meOfProduct = ({ product, sessionIds, tokens, userId }: Stage): MeasuredServer => ({
  port: product.port,
  work: () => ({
    kind: 'fixed',
    requests: sessionIds.map(
      (id) =>
        `GET /api/auth/me HTTP/1.1\r\n${accepts}x-is-at: ${tokens.access({ sessionId: id, generation: 0, userId }, Date.now())}\r\n\r\n`,
    ),
  }),
});

/** `POST tokens`: the refresh token in each response is used in that session's next request. */
const tokensOf = (port: number, path: string, { sessionIds, tokens }: Stage): MeasuredServer => ({
  port,
  work: (last) => ({
    kind: 'chain',
    shape: 'json',
    path,
    refreshTokens: last?.refreshTokens ?? sessionIds.map((id) => tokens.refresh(id, 0)),
  }),
});

const serverOfStage = new WeakMap<Stage, MeasuredServer>();

/** Token refreshes at the product. All comparisons of a run share this server, because each continues with the newest tokens. */
export const tokensOfProduct = (stage: Stage): MeasuredServer => {
  const server = serverOfStage.get(stage) ?? tokensOf(stage.product.port, '/api/auth/tokens', stage);
  serverOfStage.set(stage, server);
  return server;
};

export const measureMe = (cleanup: Cleanup, stage: Stage): Promise<Row[]> =>
  runComparison(cleanup, {
    what: '`GET /api/auth/me`',
    target: 0.5,
    aim: 0.6,
    ours: meOfProduct(stage),
    limit: {
      port: stage.raw.port,
      work: () => ({
        kind: 'fixed',
        requests: stage.sessionIds.map((id) => `GET /me/${id} HTTP/1.1\r\n${accepts}\r\n`),
      }),
    },
  });

export const measureTokens = (cleanup: Cleanup, stage: Stage): Promise<Row[]> =>
  runComparison(cleanup, {
    what: '`POST /api/auth/tokens`',
    target: 0.6,
    aim: 0.75,
    ours: tokensOfProduct(stage),
    limit: tokensOf(stage.raw.port, '/tokens', stage),
  });
