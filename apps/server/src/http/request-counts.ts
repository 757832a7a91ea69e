import type { ShareCounts } from '../services/rate-windows/ports.ts';

/** Calls of one caller in the current window. */
interface Entry {
  /** Calls of all servers, as of the last exchange. */
  shared: number;
  /** Own calls since then. */
  unshared: number;
  endsAt: number;
  max: number;
}

interface Needs {
  /** Null counts in this process only. */
  readonly share: ShareCounts | null;
  readonly onFault: (error: unknown) => void;
  readonly now: () => number;
}

/** Number of callers that are remembered. Beyond it, the one whose window began first is dropped. */
const CALLERS_REMEMBERED = 50_000;
/** Calls are exchanged after a sixteenth of what is left, so that the last calls before the limit are exchanged one by one. */
const PARTS = 16;
/** Time in which calls are collected for one exchange. */
const EXCHANGE_MS = 200;
/** Time without exchanges after one that failed. Each server then counts alone. */
const PAUSE_MS = 5_000;

const leftOf = ({ max, shared, unshared }: Entry): number => max - shared - unshared;

/** A caller with few calls, and one who is refused anyway, need no exchange. */
const isDue = (entry: Entry): boolean =>
  entry.shared <= entry.max && entry.unshared > 0 && entry.unshared * PARTS >= leftOf(entry);

/**
 * Counts calls in windows that begin with the first call (decision 72). No call waits for the database: a busy caller's
 * counts are exchanged afterwards, and most callers never have so many calls that they are.
 */
export const makeRequestCounts = ({ share, onFault, now }: Needs) => {
  const entries = new Map<string, Entry>();
  const due = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let notBefore = 0;

  const currentOf = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry && entry.endsAt > now() ? entry : undefined;
  };

  const exchange = async (send: ShareCounts): Promise<void> => {
    const sent = [...due].flatMap((key) => {
      const entry = currentOf(key);
      return entry ? [{ key, entry, calls: entry.unshared, endsInMs: Math.ceil(entry.endsAt - now()) }] : [];
    });
    due.clear();
    if (sent.length === 0) return;
    try {
      const sums = new Map((await send(sent.map(({ entry: _, ...counted }) => counted))).map((sum) => [sum.key, sum]));
      for (const { key, entry, calls } of sent) {
        const sum = sums.get(key);
        if (!sum) continue;
        entry.shared = sum.calls;
        entry.unshared -= calls;
        entry.endsAt = now() + sum.endsInMs;
      }
    } catch (error) {
      notBefore = now() + PAUSE_MS;
      onFault(error);
    }
  };

  const plan = (send: ShareCounts): void => {
    if (timer || now() < notBefore) return;
    timer = setTimeout(async () => {
      await exchange(send);
      timer = null;
      if (due.size > 0) plan(send);
    }, EXCHANGE_MS);
    timer.unref();
  };

  return {
    /** Counts a call. Returns the calls of the window with this one, and the time until its end. */
    count: (key: string, windowMs: number, max: number): { current: number; ttl: number } => {
      let entry = currentOf(key);
      if (entry) {
        entry.unshared += 1;
        entry.max = max;
      } else {
        entry = { shared: 0, unshared: 1, endsAt: now() + windowMs, max };
        entries.delete(key); // so that the map is in the order of the windows
        entries.set(key, entry);
        if (entries.size > CALLERS_REMEMBERED) entries.delete(entries.keys().next().value as string);
      }
      if (share && isDue(entry)) {
        due.add(key);
        plan(share);
      }
      return { current: entry.shared + entry.unshared, ttl: entry.endsAt - now() };
    },
    stop: (): void => {
      if (timer) clearTimeout(timer);
    },
  };
};
