import { pino } from 'pino';

/** Limit for lines that wait to be written. Further ones are dropped, so that a full disk does not fill the memory. */
const MAX_WAITING_BYTES = 1_000_000;
/** Time between a failed write and the next try. */
const RETRY_MS = 1_000;
/** Limit for the last lines of a stop, such as to a pipe that is full. */
const LAST_LINES_MS = 1_000;

/** Part of pino's destination that reports the result of a write. */
interface Destination {
  on(event: 'error' | 'drop' | 'drain', listener: () => void): unknown;
  write(line: string): unknown;
  destroy(): void;
}

export interface LogOutput extends pino.DestinationStream {
  /** Ends the log of a stop: writes the waiting lines, if possible within a second. */
  end(): Promise<void>;
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
  {
    retryMs = RETRY_MS,
    lastLinesMs = LAST_LINES_MS,
  }: { readonly retryMs?: number; readonly lastLinesMs?: number } = {},
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
    end: async () => {
      isOver = true;
      clearTimeout(retry);
      // The synchronous write of the library tries a closed pipe or a full disk again for ever, also when the process ends.
      const isWritten =
        !hasFailed &&
        (await new Promise<boolean>((resolve) => {
          destination.on('drain', () => resolve(true));
          destination.on('error', () => resolve(false));
          setTimeout(() => resolve(false), lastLinesMs);
          destination.write('');
        }));
      if (!isWritten) destination.destroy();
    },
  };
};

/** Keeps a failed write of standard output or error from ending the process. */
export const surviveClosedStreams = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};
