import { pino } from 'pino';

/** Lines that wait for a disk with space; further ones are dropped, so that a full disk does not fill the memory. */
const MAX_WAITING_BYTES = 1_000_000;

/** Part of pino's destination that reports what became of a line. */
interface Destination {
  on(event: 'error' | 'drop' | 'write', listener: () => void): unknown;
  write(line: string): unknown;
  flushSync(): void;
  destroy(): void;
}

export interface LogOutput extends pino.DestinationStream {
  /** Writes what is still waiting, if that is possible. */
  flush(): void;
}

/** The log on standard output, written off the event loop. */
const openStandardOutput = (): Destination => pino.destination({ sync: false, maxLength: MAX_WAITING_BYTES });

/**
 * Returns an output for logs that never stops the service. Without a listener for `error`, one failed write (disk full,
 * reader of the pipe gone) ends the process half-way. Dropped lines are counted, and the count is a line of its own as soon
 * as the output takes lines again.
 */
export const makeLogOutput = (destination: Destination = openStandardOutput()): LogOutput => {
  let dropped = 0;
  let hasFailed = false;
  destination.on('error', () => {
    hasFailed = true;
  });
  destination.on('drop', () => {
    dropped += 1;
  });
  destination.on('write', () => {
    if (!hasFailed) return;
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
