import { defaultLimits } from '../apps/server/src/adapters/postgres/database.ts';
import type { Closing } from './closing.ts';
import type { ChainWork, FixedWork, Outcome } from './load/job.ts';
import { startLoad } from './load/start-load.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';
import { compare } from './statistics.ts';

export const CLIENTS = 32;
export const ROUNDS = 6;
export const COUNTED_SECONDS = 4;
export const CONNECTIONS = defaultLimits.connections;
const WARM_UP_MS = 500;
/** Before the first round, uncounted: until the code is compiled and the statements are prepared. */
const FIRST_WARM_UP_MS = 3_000;

type Side = 'product' | 'raw';

interface Contest {
  readonly call: string;
  readonly target: number;
  readonly aim: number;
  /** The work of the next round; a chain goes on with the tokens that its last round left. */
  readonly work: (side: Side, last: Outcome | null) => FixedWork | ChainWork;
}

const accepts = 'host: localhost\r\naccept: application/json\r\n';

const meContest = ({ sessionIds, tokens, userId }: Stage): Contest => ({
  call: 'GET /api/auth/me',
  target: 0.5,
  aim: 0.6,
  work: (side) => ({
    kind: 'fixed',
    // An access token lives for five minutes, so each round has new ones.
    requests: sessionIds.map((id) =>
      side === 'product'
        ? `GET /api/auth/me HTTP/1.1\r\n${accepts}x-is-at: ${tokens.access(id, userId, Date.now())}\r\n\r\n`
        : `GET /me/${id} HTTP/1.1\r\n${accepts}\r\n`,
    ),
  }),
});

const tokensContest = ({ sessionIds, tokens }: Stage): Contest => ({
  call: 'POST /api/auth/tokens',
  target: 0.6,
  aim: 0.75,
  work: (side, last) => ({
    kind: 'chain',
    path: side === 'product' ? '/api/auth/tokens' : '/tokens',
    refreshTokens: last?.refreshTokens ?? sessionIds.map((id) => tokens.refresh(id, 0)),
  }),
});

/** Short rounds by turns, the order swapped each time: what disturbs the machine then disturbs both sides. */
const hold = async (closing: Closing, stage: Stage, { call, target, aim, work }: Contest): Promise<Row[]> => {
  const load = startLoad(closing);
  const last: Record<Side, Outcome | null> = { product: null, raw: null };
  const play = async (side: Side, warmUpMs: number, countedMs: number): Promise<Outcome> => {
    const outcome = await load({
      port: stage[side].port,
      clients: CLIENTS,
      warmUpMs,
      countedMs,
      work: work(side, last[side]),
    });
    last[side] = outcome;
    return outcome;
  };
  const rounds: Record<Side, Outcome>[] = [];
  for (const side of ['raw', 'product'] as const) await play(side, FIRST_WARM_UP_MS, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const order: readonly Side[] = round % 2 === 0 ? ['product', 'raw'] : ['raw', 'product'];
    const outcomes: Partial<Record<Side, Outcome>> = {};
    for (const side of order) outcomes[side] = await play(side, WARM_UP_MS, COUNTED_SECONDS * 1000);
    rounds.push(outcomes as Record<Side, Outcome>);
  }
  const perSecond = compare(rounds.map(({ product, raw }) => ({ ours: product.perSecond, limit: raw.perSecond })));
  const p99 = compare(rounds.map(({ product, raw }) => ({ ours: product.p99Ms, limit: raw.p99Ms })));
  const whole = (value: number) => String(Math.round(value));
  return [
    {
      what: `\`${call}\`, requests/s`,
      comparison: perSecond,
      goal: { better: 'more', target, aim },
      show: whole,
    },
    { what: `\`${call}\`, p99 in ms`, comparison: p99, show: (value) => value.toFixed(1) },
  ];
};

export const measureMe = (closing: Closing, stage: Stage): Promise<Row[]> => hold(closing, stage, meContest(stage));
export const measureTokens = (closing: Closing, stage: Stage): Promise<Row[]> =>
  hold(closing, stage, tokensContest(stage));
