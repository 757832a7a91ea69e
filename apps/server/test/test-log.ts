import { pino } from 'pino';
import { expect } from 'vitest';

const ERROR = 50;

export interface TestLog {
  readonly logger: pino.Logger;
  /** All log lines, as they would be in the file. */
  readonly lines: readonly string[];
  /** Reports a fault of background work, as the server logs it. */
  fault(error: unknown, about: string): void;
  /** The faults logged since the last look; a test that provokes one takes it away. */
  takeErrors(): string[];
  /** For `afterEach`: a logged fault fails the test. */
  expectQuiet(): void;
}

export const makeTestLog = (): TestLog => {
  const lines: string[] = [];
  let errors: string[] = [];
  const logger = pino(
    { level: 'info', base: null },
    {
      write: (line: string) => {
        lines.push(line);
        if ((JSON.parse(line) as { level: number }).level >= ERROR) errors.push(line);
      },
    },
  );
  const takeErrors = () => {
    const taken = errors;
    errors = [];
    return taken;
  };
  return {
    logger,
    lines,
    fault: (error, about) => logger.error({ err: error, about }, 'background work failed'),
    takeErrors,
    expectQuiet: () => expect(takeErrors()).toEqual([]),
  };
};
