import { pino } from 'pino';

/** Limit for lines that wait to be written. Further ones are dropped, so that a full disk does not fill the memory. */
const MAX_WAITING_BYTES = 1_000_000;
/** Time between a failed write and the next try. */
const RETRY_MS = 1_000;

/** Part of pino's destination that reports the result of a write. */
interface Destination {
  on(event: 'error' | 'drop' | 'drain', listener: () => void): unknown;
  write(line: string): unknown;
  flushSync(): void;
  destroy(): void;
}

export interface LogOutput extends pino.DestinationStream {
  /** Writes the waiting lines, if possible. */
  flush(): void;
}

/** Opens the log on a file descriptor, by default standard output. It writes asynchronously. */
export const openDestination = (fd = 1, maxWaitingBytes = MAX_WAITING_BYTES): Destination =>
  pino.destination({ dest: fd, sync: false, maxLength: maxWaitingBytes });

/**
 * Output for logs that never stops the service. Without an `error` listener, one failed write (disk full, pipe closed) would
 * end the process. A failed write is retried after `retryMs`, because the library retries only with the next line. Dropped
 * lines are counted, and a line with the count follows when all waiting lines are written.
 */
export const makeLogOutput = (
  destination: Destination = openDestination(),
  { retryMs = RETRY_MS }: { readonly retryMs?: number } = {},
): LogOutput => {
  let dropped = 0;
  let hasFailed = false;
  let isOver = false;
  let retry: NodeJS.Timeout | undefined;
  destination.on('error', () => {
    hasFailed = true;
    clearTimeout(retry);
    if (isOver) return;
    // An empty write retries the waiting lines.
    retry = setTimeout(() => destination.write(''), retryMs).unref();
  });
  destination.on('drop', () => {
    dropped += 1;
  });
  destination.on('drain', () => {
    if (!hasFailed && dropped === 0) return;
    hasFailed = false;
    const lost = dropped;
    dropped = 0;
    const line = { level: 'warn', time: new Date().toISOString(), dropped: lost, msg: 'the log could not be written' };
    destination.write(`${JSON.stringify(line)}\n`);
  });
  return {
    write: (line) => {
      destination.write(line);
    },
    flush: () => {
      isOver = true;
      clearTimeout(retry);
      try {
        // The library would retry for ever.
        if (hasFailed) return destination.destroy();
        destination.flushSync();
      } catch {
        // The disk is full or the pipe is closed, so the loss cannot be logged either.
      }
    },
  };
};

/** Keeps a failed write of standard output or error from ending the process. */
export const surviveClosedStreams = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};
