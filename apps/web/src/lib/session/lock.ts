let tail: Promise<unknown> = Promise.resolve();

/**
 * One at a time over all tabs. Where the browser has no locks (plain http on a foreign host), at least one at a time in
 * this tab: the server's overlap of 10 s covers the rest (INV-15).
 */
export const withSessionLock = <T>(work: () => Promise<T>): Promise<T> => {
  if (navigator.locks) return navigator.locks.request('session', work) as Promise<T>;
  const run = tail.then(work, work);
  tail = run.catch(() => {});
  return run;
};
