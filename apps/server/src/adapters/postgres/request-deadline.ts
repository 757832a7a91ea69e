import { AsyncLocalStorage } from 'node:async_hooks';

interface Call {
  /** Start of the first wait for the database that failed, by `performance.now()`. */
  failedSince: number | null;
  /** Number of waits for the database in progress. */
  waits: number;
  /** Start of the first of them, by `performance.now()`. */
  waitsSince: number;
  /** Total time of slow waits that succeeded. */
  slowMs: number;
}

/** A longer wait counts as slow: the database or its network has problems. A statement takes milliseconds. */
const SLOW_MS = 500;

const calls = new AsyncLocalStorage<Call>();

/**
 * Runs one call. All its slow waits for the database share one limit, and when a wait fails, each later wait of the same
 * call gets only the time that was left of it. So a call answers in time that waits long for a connection and then for a
 * statement, or that still wants to release a key or record a failure (INV-25). Work that continues after the answer has
 * its own time again.
 */
export const withRequestDeadline = async <T>(run: () => Promise<T>): Promise<T> => {
  const call: Call = { failedSince: null, waits: 0, waitsSince: 0, slowMs: 0 };
  try {
    return await calls.run(call, run);
  } finally {
    call.failedSince = null;
    call.slowMs = 0;
  }
};

/**
 * Start of a wait that begins now: earlier by the time of the slow waits of the same call, or the start of its first failed
 * wait if there is one.
 */
export const startOfWait = (): number => {
  const call = calls.getStore();
  return call?.failedSince ?? performance.now() - (call?.slowMs ?? 0);
};

/** Waits, and adds the time to the call if it was slow. Waits at the same time count once. */
export const trackWait = async <T>(wait: () => Promise<T>): Promise<T> => {
  const call = calls.getStore();
  if (!call) return wait();
  if (call.waits === 0) call.waitsSince = performance.now();
  call.waits += 1;
  try {
    return await wait();
  } finally {
    call.waits -= 1;
    const ms = performance.now() - call.waitsSince;
    if (call.waits === 0 && ms > SLOW_MS) call.slowMs += ms;
  }
};

/** Records in the call that a wait failed. */
export const markWaitFailed = (since: number): void => {
  const call = calls.getStore();
  if (call) call.failedSince ??= since;
};

/** Runs shared work of several calls, so that its failed waits do not count for the call that started it. */
export const outsideOfCalls = <T>(run: () => T): T => calls.exit(run);
