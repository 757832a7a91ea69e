let tail: Promise<unknown> = Promise.resolve();

/**
 * Runs one task at a time over all tabs. A browser without locks (http on another host) runs one at a time per tab; the
 * server accepts a used token for another 10 s (INV-15).
 */
export const withSessionLock = <T>(work: () => Promise<T>): Promise<T> => {
  if (navigator.locks) return navigator.locks.request('session', work) as Promise<T>;
  const run = tail.then(work, work);
  tail = run.catch(() => {});
  return run;
};
