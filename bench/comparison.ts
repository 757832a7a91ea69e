import type { Cleanup } from './cleanup.ts';
import type { ChainWork, FixedWork, Outcome } from './load/job.ts';
import { startLoad } from './load/start-load.ts';
import type { Row } from './report.ts';
import { compare } from './statistics.ts';

export const CLIENTS = 32;
export const ROUNDS = 6;
export const COUNTED_SECONDS = 4;
const WARM_UP_MS = 500;
/** Uncounted time before the first round: V8 compiles the code and PostgreSQL prepares the statements. */
const FIRST_WARM_UP_MS = 3_000;

/** One of the two servers that are measured in alternation. */
export interface MeasuredServer {
  readonly port: number;
  /** Work of the next round. A chain continues with the refresh tokens from `last`, the outcome of its previous round. */
  readonly work: (last: Outcome | null) => FixedWork | ChainWork;
  /** Starts a second load that is not counted; returns a function that ends it. */
  readonly meanwhile?: () => () => Promise<void>;
}

export interface Comparison {
  readonly what: string;
  readonly target: number;
  readonly aim: number;
  readonly ours: MeasuredServer;
  readonly limit: MeasuredServer;
  readonly clients?: number;
}

/** Last outcome of each server. A refresh token works once, so the next comparison must continue with the newest tokens. */
const last = new WeakMap<MeasuredServer, Outcome>();

const whole = (value: number) => String(Math.round(value));

/**
 * Measures both servers in short alternating rounds and returns the table rows for requests per second and p99 in ms.
 * The order changes each round, so that other load on the machine affects both servers alike.
 */
export const runComparison = async (cleanup: Cleanup, comparison: Comparison): Promise<Row[]> => {
  const load = startLoad(cleanup);
  const runLoad = async (server: MeasuredServer, warmUpMs: number, countedMs: number): Promise<Outcome> => {
    const stop = server.meanwhile?.();
    const outcome = await load({
      port: server.port,
      clients: comparison.clients ?? CLIENTS,
      warmUpMs,
      countedMs,
      work: server.work(last.get(server) ?? null),
    });
    await stop?.();
    last.set(server, outcome);
    return outcome;
  };
  const { ours, limit } = comparison;
  for (const server of [limit, ours]) await runLoad(server, FIRST_WARM_UP_MS, 1);
  const rounds: { ours: Outcome; limit: Outcome }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = new Map<MeasuredServer, Outcome>();
    for (const server of round % 2 === 0 ? [ours, limit] : [limit, ours]) {
      measured.set(server, await runLoad(server, WARM_UP_MS, COUNTED_SECONDS * 1000));
    }
    rounds.push({ ours: measured.get(ours) as Outcome, limit: measured.get(limit) as Outcome });
  }
  const perSecond = compare(rounds.map((one) => ({ ours: one.ours.perSecond, limit: one.limit.perSecond })));
  const p99 = compare(rounds.map((one) => ({ ours: one.ours.p99Ms, limit: one.limit.p99Ms })));
  const goal = { better: 'more', target: comparison.target, aim: comparison.aim } as const;
  return [
    { what: `${comparison.what}, requests/s`, comparison: perSecond, goal, show: whole },
    { what: `${comparison.what}, p99 in ms`, comparison: p99, show: (value) => value.toFixed(1) },
  ];
};
