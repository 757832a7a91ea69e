import type { Closing } from './closing.ts';
import type { ChainWork, FixedWork, Outcome } from './load/job.ts';
import { startLoad } from './load/start-load.ts';
import type { Row } from './report.ts';
import { compare } from './statistics.ts';

export const CLIENTS = 32;
export const ROUNDS = 6;
export const COUNTED_SECONDS = 4;
const WARM_UP_MS = 500;
/** Before the first round, uncounted: until the code is compiled and the statements are prepared. */
const FIRST_WARM_UP_MS = 3_000;

/** One of the two that are measured by turns. */
export interface Side {
  readonly port: number;
  /** The work of the next round; a chain goes on with the tokens that its last round left. */
  readonly work: (last: Outcome | null) => FixedWork | ChainWork;
  /** Something beside the measured load; the function it gives ends it. */
  readonly meanwhile?: () => () => Promise<void>;
}

export interface Contest {
  readonly what: string;
  readonly target: number;
  readonly aim: number;
  readonly ours: Side;
  readonly limit: Side;
  readonly clients?: number;
}

/** A refresh token is good once: the next contest of a side goes on where its last one ended. */
const last = new WeakMap<Side, Outcome>();

const whole = (value: number) => String(Math.round(value));

/** Short rounds by turns, the order swapped each time: what disturbs the machine then disturbs both sides. */
export const hold = async (closing: Closing, contest: Contest): Promise<Row[]> => {
  const load = startLoad(closing);
  const play = async (side: Side, warmUpMs: number, countedMs: number): Promise<Outcome> => {
    const stop = side.meanwhile?.();
    const outcome = await load({
      port: side.port,
      clients: contest.clients ?? CLIENTS,
      warmUpMs,
      countedMs,
      work: side.work(last.get(side) ?? null),
    });
    await stop?.();
    last.set(side, outcome);
    return outcome;
  };
  const { ours, limit } = contest;
  for (const side of [limit, ours]) await play(side, FIRST_WARM_UP_MS, 1);
  const rounds: { ours: Outcome; limit: Outcome }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = new Map<Side, Outcome>();
    for (const side of round % 2 === 0 ? [ours, limit] : [limit, ours]) {
      measured.set(side, await play(side, WARM_UP_MS, COUNTED_SECONDS * 1000));
    }
    rounds.push({ ours: measured.get(ours) as Outcome, limit: measured.get(limit) as Outcome });
  }
  const perSecond = compare(rounds.map((one) => ({ ours: one.ours.perSecond, limit: one.limit.perSecond })));
  const p99 = compare(rounds.map((one) => ({ ours: one.ours.p99Ms, limit: one.limit.p99Ms })));
  const goal = { better: 'more', target: contest.target, aim: contest.aim } as const;
  return [
    { what: `${contest.what}, requests/s`, comparison: perSecond, goal, show: whole },
    { what: `${contest.what}, p99 in ms`, comparison: p99, show: (value) => value.toFixed(1) },
  ];
};
