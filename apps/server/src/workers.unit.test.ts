import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWorkers, type WorkerNeeds } from './workers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PAUSE_MS = 2_000;

/** Workers with nothing to do but what a test gives them; what was done is counted by name. */
const someWorkers = (work: Partial<WorkerNeeds['work']>, doesWork = true) => {
  const done: Record<string, number> = {};
  const faults: string[] = [];
  const runs: string[] = [];
  const nothing = (name: string) => async () => {
    done[name] = (done[name] ?? 0) + 1;
    return 0;
  };
  const workers = startWorkers({
    doesWork,
    work: {
      runDueWork: nothing('due work'),
      recoverAttempts: nothing('recovery'),
      processWebhooks: nothing('gateway events'),
      advanceClocks: async () => false,
      recoverRefunds: nothing('refunds'),
      recoverSetups: nothing('cards being saved'),
      finishRemovals: nothing('removals'),
      finishClosings: nothing('closings'),
      makeExports: nothing('exports'),
      sweepClosings: async () => {},
      sendLogouts: nothing('product logouts'),
      ...work,
    },
    deliverEvents: nothing('sandbox events'),
    measureClock: nothing('clock'),
    followCatalogue: nothing('catalogue'),
    keepPageFiles: async () => {},
    onRun: (stage) => void runs.push(stage),
    onFault: (_error, stage) => faults.push(stage ?? ''),
    pauseMs: PAUSE_MS,
  });
  return { workers, done, faults, runs };
};

test('[INV-2] a backlog of due work that takes for ever holds up no lost payment, no event of the gateway and no refund', async () => {
  const backlog = Promise.withResolvers<number>();
  const { workers, done } = someWorkers({ runDueWork: () => backlog.promise });
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect([done.recovery, done['gateway events'], done.refunds]).toEqual([2, 2, 2]);
  backlog.resolve(0);
  await workers.stop();
});

test('[INV-11] asked to stop, due work hears of it at once, also while another loop is at work, and is waited for', async () => {
  const removing = Promise.withResolvers<number>();
  let isStopping = () => false;
  const batch = Promise.withResolvers<number>();
  const { workers } = someWorkers({
    runDueWork: (asked = isStopping) => {
      isStopping = asked;
      return batch.promise;
    },
    finishRemovals: () => removing.promise,
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isStopping()).toBe(false);
  let stopped = false;
  const stopping = workers.stop().then(() => {
    stopped = true;
  });
  expect(isStopping()).toBe(true);
  removing.resolve(0);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(stopped).toBe(false);
  batch.resolve(1);
  await stopping;
});

test('[INV-25] a stage that fails is told by its name, and its loop goes on', async () => {
  const { workers, done, faults } = someWorkers({
    recoverAttempts: async () => Promise.reject(new Error('the database is gone')),
  });
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(faults).toEqual(['recovery', 'recovery']);
  expect(done['gateway events']).toBe(2);
  await workers.stop();
});

test('a stage has a run at the start, so that the alert sees it hang in its first one; due work has one for each batch', async () => {
  const [recovery, backlog] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const { workers, runs } = someWorkers({
    recoverAttempts: () => recovery.promise,
    runDueWork: (_isStopping, onBatch) => {
      onBatch?.();
      onBatch?.();
      return backlog.promise;
    },
  });
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  const runsOf = (stage: string) => runs.filter((each) => each === stage).length;
  expect([runsOf('recovery'), runsOf('refunds'), runsOf('due work')]).toEqual([1, 1, 3]);
  recovery.resolve(0);
  backlog.resolve(0);
  await workers.stop();
});

test('with ROLE=web only the clock and the catalogue are followed', async () => {
  const { workers, done } = someWorkers({}, false);
  workers.kick();
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(Object.keys(done)).toEqual(['clock', 'catalogue']);
  await workers.stop();
});
