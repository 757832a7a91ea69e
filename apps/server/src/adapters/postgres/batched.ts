import DataLoader from 'dataloader';
import { outsideOfCalls } from './request-deadline.ts';

const MOST_KEYS = 100;
/** Longest time that callers gather behind a statement that hangs. It counts as part of their wait (INV-25). */
const LONGEST_WAIT_MS = 1_000;

/**
 * Gathers simultaneous calls into one statement (decision 9). At most `atOnce` statements run; calls that arrive
 * meanwhile share the next one. Nothing is cached: a statement begins after each call it answers, so a session that
 * ended before a call is seen as ended (INV-13). `run` returns results in the order of the keys, and an error fails
 * all of its callers; `since` is the time at which the first of them began to wait.
 */
export const batched = <Key, Value>(
  run: (keys: readonly Key[], since: number) => Promise<readonly Value[]>,
  { atOnce }: { readonly atOnce: number },
): ((key: Key) => Promise<Value>) => {
  let underWay = 0;
  const waiting = new Set<() => void>();
  const gather = (dispatch: () => void): void => {
    const go = () => {
      clearTimeout(timer);
      if (waiting.delete(go)) dispatch();
    };
    const timer = setTimeout(go, LONGEST_WAIT_MS);
    waiting.add(go);
  };
  const loader = new DataLoader<{ readonly key: Key; readonly since: number }, Value>(
    async (asked) => {
      underWay += 1;
      try {
        const since = Math.min(...asked.map((one) => one.since));
        return await outsideOfCalls(() =>
          run(
            asked.map(({ key }) => key),
            since,
          ),
        );
      } finally {
        underWay -= 1;
        const [next] = waiting;
        next?.();
      }
    },
    {
      cache: false,
      maxBatchSize: MOST_KEYS,
      batchScheduleFn: (dispatch) => {
        if (underWay < atOnce) setImmediate(dispatch);
        else gather(dispatch);
      },
    },
  );
  return (key) => loader.load({ key, since: performance.now() });
};
