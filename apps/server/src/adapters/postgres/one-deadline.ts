import { AsyncLocalStorage } from 'node:async_hooks';

interface Call {
  /** Start of the first wait for the database that failed, by `performance.now()`. */
  failedSince: number | null;
}

const calls = new AsyncLocalStorage<Call>();

/**
 * Runs one call. When a wait for the database fails, each later wait of the same call gets only the time that was left of
 * the failed one. So a call that still wants to release a key or record a failure does not wait for a hung database twice
 * (INV-25). Work that continues after the answer has its own time again.
 */
export const withOneDeadline = async <T>(run: () => Promise<T>): Promise<T> => {
  const call: Call = { failedSince: null };
  try {
    return await calls.run(call, run);
  } finally {
    call.failedSince = null;
  }
};

/** Start of a wait that begins now: the start of the first failed wait of the same call, if there is one. */
export const startOfWait = (): number => calls.getStore()?.failedSince ?? performance.now();

/** Notes in the call that a wait failed. */
export const noteFailedWait = (since: number): void => {
  const call = calls.getStore();
  if (call) call.failedSince ??= since;
};

/** Runs work for several calls, so that its failed waits are not noted in the call that happened to start it. */
export const outsideOfCalls = <T>(run: () => T): T => calls.exit(run);
