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
      (id) => `GET /api/auth/me HTTP/1.1\r\n${accepts}x-is-at: ${tokens.access(id, userId, Date.now())}\r\n\r\n`,
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

/** One for all contests of a run: a refresh token is good once, so the next contest goes on where the last one ended. */
export const tokensOfProduct = (stage: Stage): Side => {
  const known = kept.get(stage);
  if (known) return known;
  let tokens: readonly string[] | null = null;
  const side = tokensOf(stage.product.port, '/api/auth/tokens', stage);
  const going: Side = {
    port: side.port,
    work: (last) => {
      tokens = last?.refreshTokens ?? tokens;
      const work = side.work(last);
      return work.kind === 'chain' && tokens ? { ...work, refreshTokens: tokens } : work;
    },
  };
  kept.set(stage, going);
  return going;
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
