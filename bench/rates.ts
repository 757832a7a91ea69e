import type { Closing } from './closing.ts';
import { hold, type Side } from './contest.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

const accepts = 'host: localhost\r\naccept: application/json\r\n';

/** `GET me` of all sessions; an access token lives for five minutes, so each round has new ones. */
export const meOfProduct = ({ product, sessionIds, tokens, userId }: Stage): Side => ({
  port: product.port,
  work: () => ({
    kind: 'fixed',
    requests: sessionIds.map(
      (id) =>
        `GET /api/auth/me HTTP/1.1\r\n${accepts}x-is-at: ${tokens.access({ sessionId: id, generation: 0, userId }, Date.now())}\r\n\r\n`,
    ),
  }),
});

/** `POST tokens`: each answer's refresh token is the next request of that session. */
const tokensOf = (port: number, path: string, { sessionIds, tokens }: Stage): Side => ({
  port,
  work: (last) => ({
    kind: 'chain',
    shape: 'json',
    path,
    refreshTokens: last?.refreshTokens ?? sessionIds.map((id) => tokens.refresh(id, 0)),
  }),
});

const kept = new WeakMap<Stage, Side>();

/** One for all contests of a run, so that each goes on with the tokens the one before it left. */
export const tokensOfProduct = (stage: Stage): Side => {
  const side = kept.get(stage) ?? tokensOf(stage.product.port, '/api/auth/tokens', stage);
  kept.set(stage, side);
  return side;
};

export const measureMe = (closing: Closing, stage: Stage): Promise<Row[]> =>
  hold(closing, {
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

export const measureTokens = (closing: Closing, stage: Stage): Promise<Row[]> =>
  hold(closing, {
    what: '`POST /api/auth/tokens`',
    target: 0.6,
    aim: 0.75,
    ours: tokensOfProduct(stage),
    limit: tokensOf(stage.raw.port, '/tokens', stage),
  });
