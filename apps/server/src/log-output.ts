import { pino } from 'pino';

/** Lines that wait for a disk with space; further ones are dropped, so that a full disk does not fill the memory. */
const MAX_WAITING_BYTES = 1_000_000;
/** Time between a failed write and the next try. */
const RETRY_MS = 1_000;

/** Part of pino's destination that reports what became of a line. */
interface Destination {
  on(event: 'error' | 'drop' | 'drain', listener: () => void): unknown;
  write(line: string): unknown;
  flushSync(): void;
  destroy(): void;
}

export interface LogOutput extends pino.DestinationStream {
  /** Writes what is still waiting, if that is possible. */
  flush(): void;
}

/** The log on an open file, standard output unless told otherwise, written off the event loop. */
export const openDestination = (fd = 1, maxWaitingBytes = MAX_WAITING_BYTES): Destination =>
  pino.destination({ dest: fd, sync: false, maxLength: maxWaitingBytes });

/**
 * Returns an output for logs that never stops the service. Without a listener for `error`, one failed write (disk full,
 * reader of the pipe gone) ends the process half-way. A failed write is tried again after a moment: the library tries again
 * with the next line only, and no longer once so much waits that lines are dropped. Dropped lines are counted, and the count
 * is a line of its own when everything that waited is written; before, it could be dropped itself.
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
    // Nothing more to say, but what waits is written.
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
    const line = { level: 40, time: new Date().toISOString(), dropped: lost, msg: 'the log could not be written' };
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
        // The library would try again without end.
        if (hasFailed) return destination.destroy();
        destination.flushSync();
      } catch {
        // The disk is full or the reader is gone: nothing can be said any more.
      }
    },
  };
};

/** Keeps a failed write of standard output or error from ending the process. */
export const surviveClosedStreams = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};
