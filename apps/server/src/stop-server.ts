import { setTimeout as sleep } from 'node:timers/promises';
import type { Shutdown } from './http/shutdown.ts';

/** Part of the server with a separate stop. */
export interface Part {
  readonly name: string;
  readonly stop: () => Promise<unknown>;
}

export interface StopNeeds {
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void } | null;
  /** Null while the server does not listen yet. */
  readonly http: Pick<Shutdown, 'begin' | 'callsInFlight' | 'drain' | 'cutOff'> | null;
  /** Parts that fetch work: background loops and queue workers. */
  readonly takers: readonly Part[];
  /** Other parts in the order they were started. They stop in the reverse order. */
  readonly parts: readonly Part[];
  readonly isDatabaseReady: () => Promise<boolean>;
  /** Time for which the server still serves after `/readyz` answers 503. */
  readonly drainDelayMs: number;
}

export interface Stopped {
  /** Number of calls that were cut off without a response. */
  readonly unanswered: number;
  /** Names of parts that did not stop in time. */
  readonly leftBehind: readonly string[];
}

/** Limit for calls and background work in progress. */
const DRAIN_MS = 25_000;
/** The same limit while the database does not answer. All statements have timed out by then. */
const DRAIN_WITHOUT_DATABASE_MS = 4_500;
const ASK_DATABASE_EVERY_MS = 1_000;
/** Limit for the last question, so that a stop with a hung database ends within 5 s (O13). */
const QUESTION_MS = 4_000;
/** Limit for one part. An embedded database may take long to write its buffers. */
const PART_MS = 30_000;
/** The same limit while the database does not answer, because a connection cannot be closed properly then. */
const PART_WITHOUT_DATABASE_MS = 50;

/** Resolves with true if the promise settled within the limit. */
export const isDoneWithin = async (done: Promise<unknown>, limitMs: number): Promise<boolean> => {
  const limit = new AbortController();
  const timeUp = sleep(limitMs, false, { signal: limit.signal }).catch(() => false);
  const isDone = await Promise.race([done.then(() => true), timeUp]);
  limit.abort();
  return isDone;
};

/**
 * Asks the database again and again. It is gone while the last question that is over was not answered. `timeUp` resolves
 * when it has not answered two questions in a row and each statement that was under way at the first of them has timed out.
 */
const watchDatabase = (isReady: () => Promise<boolean>) => {
  const over = new AbortController();
  const pause = (ms: number) => sleep(Math.max(0, ms), undefined, { signal: over.signal }).catch(() => undefined);
  let unansweredSince: number | null = null;
  let question: Promise<boolean> = Promise.resolve(true);
  const waitUntilGone = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const askedAt = performance.now();
      question = isReady();
      const isAnswered = await question;
      if (!isAnswered && unansweredSince !== null)
        return pause(DRAIN_WITHOUT_DATABASE_MS - (performance.now() - unansweredSince));
      unansweredSince = isAnswered ? null : askedAt;
      if (isAnswered) await pause(ASK_DATABASE_EVERY_MS);
    }
    // The drain has ended, so this side of the race never resolves.
    return new Promise(() => {});
  };
  /** Waits for the question in progress: without calls the drain ends before the first one is over. */
  const isGone = async (): Promise<boolean> => {
    if (unansweredSince !== null) return true;
    let isAnswered = false;
    const answer = question.then((answered) => {
      isAnswered = answered;
    });
    await isDoneWithin(answer, QUESTION_MS);
    return !isAnswered;
  };
  return { isGone, timeUp: waitUntilGone(), end: () => over.abort() };
};

/**
 * Stops a server without failing a call. Readiness is refused and background work fetches nothing new. After `drainDelayMs`
 * the listener closes, open calls are answered, and the other parts stop. A part that takes too long is abandoned; all work
 * survives a kill, so nothing is lost.
 */
export const stopServer = async (needs: StopNeeds): Promise<Stopped> => {
  const { http, log, takers } = needs;
  const leftBehind: string[] = [];
  const faultOf = (name: string) => (error: unknown) => {
    log?.warn({ part: name, reason: String(error) }, 'stopping a part of the server failed');
  };
  http?.begin();
  const resting = takers.map(({ name, stop }) => {
    const taker = { name, isDone: false };
    const done = stop()
      .catch(faultOf(name))
      .then(() => {
        taker.isDone = true;
      });
    return { taker, done };
  });
  if (http && needs.drainDelayMs > 0) await sleep(needs.drainDelayMs);
  const database = watchDatabase(needs.isDatabaseReady);
  if (http) log?.info({ calls: http.callsInFlight() }, 'draining');
  const drained = Promise.all([http?.drain(), ...resting.map(({ done }) => done)]);
  await isDoneWithin(Promise.race([drained, database.timeUp]), DRAIN_MS);
  database.end();
  const unanswered = http?.callsInFlight() ?? 0;
  http?.cutOff();
  for (const { taker } of resting) if (!taker.isDone) leftBehind.push(taker.name);
  const partMs = (await database.isGone()) ? PART_WITHOUT_DATABASE_MS : PART_MS;
  for (const { name, stop } of needs.parts.toReversed()) {
    if (!(await isDoneWithin(stop().catch(faultOf(name)), partMs))) leftBehind.push(name);
  }
  return { unanswered, leftBehind };
};
