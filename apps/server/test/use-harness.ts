import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { expectDocumentedErrors } from './documented-errors.ts';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { expectAllRight } from './shop.ts';

/** After every test of most files it is now again, and nothing was logged that nobody expected. */
const isQuiet = (h: Harness): void => {
  h.wall.reset();
  h.log.expectQuiet();
};

/** What else holds after tests about money: the books are right, also where faults were put in the way. */
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

/** One server for all tests of a file, there from the first of them to the last. */
export const useHarness = (options?: HarnessOptions): Harness => inAFile(options, isQuiet);

/** The same for tests about money. */
export const useShop = (options?: HarnessOptions): Harness => inAFile(options, isRight);

/** For tests that try codes: all customers of a test call from one address, and wrong codes are counted by address too. */
export const useCodes = (options?: HarnessOptions): Harness => {
  const h = useShop(options);
  beforeEach(async () => {
    await h.database.query('DELETE FROM rate_windows');
  });
  return h;
};
