import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { expectDocumentedErrors } from './documented-errors.ts';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { expectAllRight } from './shop.ts';

/** Resets the wall clock, and expects that nothing unexpected was logged. Runs after each test. */
const isQuiet = (h: Harness): void => {
  h.wall.reset();
  h.log.expectQuiet();
};

/** Expects that the books are right, after removing injected faults. Runs after each test about money. */
const isRight = async (h: Harness): Promise<void> => {
  h.faults.clear();
  await expectAllRight(h);
};

const inAFile = (options: HarnessOptions | undefined, check: (h: Harness) => void | Promise<void>): Harness => {
  let started: Harness | undefined;
  beforeAll(async () => {
    started = await startHarness(options);
  });
  afterEach(() => (started ? check(started) : undefined));
  afterAll(async () => {
    if (started) await expectDocumentedErrors(started.app).finally(started.stop);
  });
  return new Proxy({} as Harness, {
    get: (_, name) => {
      if (!started) throw new Error('the server of this file starts with its first test');
      return Reflect.get(started, name);
    },
  });
};

/** Starts one server for all tests of a file. */
export const useHarness = (options?: HarnessOptions): Harness => inAFile(options, isQuiet);

/** Starts one server for a file of tests about money. */
export const useShop = (options?: HarnessOptions): Harness => inAFile(options, isRight);

/**
 * Starts one server for a file of tests about codes. All customers call from one address, and wrong codes are counted
 * by address, so counters are reset.
 */
export const useCodes = (options?: HarnessOptions): Harness => {
  const h = useShop(options);
  beforeEach(async () => {
    await h.database.query('DELETE FROM rate_windows');
  });
  return h;
};
