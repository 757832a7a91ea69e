import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type HangingProxy, startHangingProxy } from '../../../test/hanging-proxy.ts';
import { batched } from './batched.ts';
import { type Database, DatabaseUnavailable, defaultLimits, openDatabase } from './database.ts';
import { withRequestDeadline } from './request-deadline.ts';

/** Shorter than the 2 s of a connection, so that the reason of a failure says which limit was met. */
const LIMITS = { ...defaultLimits, connections: 1, statementTimeoutMs: 1_000, answerTimeoutMs: 1_000 };
const ASKED = 'SELECT 1 AS one';

let own: TestDatabase;
let proxy: HangingProxy;
let database: Database;

beforeEach(async () => {
  own = await createTestDatabase('empty');
  proxy = await startHangingProxy(own.config);
  database = openDatabase({ connectionString: proxy.url }, () => {}, LIMITS);
});
afterEach(async () => {
  proxy.stop();
  await database.close();
  await own.drop();
});

/** Why the database counts as out of reach. */
const reasonOf = async (asked: Promise<unknown>): Promise<string> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DatabaseUnavailable) || !(error.cause instanceof Error)) throw new Error(`${error}`);
  return error.cause.message;
};
const NO_TIME_LEFT = expect.stringMatching(/^database: timeout expired, no time left of \d+ ms;/);
const NO_CONNECTION = expect.stringMatching(/^database: timeout expired, no connection within \d+ ms;/);
const NO_ANSWER = 'Query read timeout';

test('[O17] a connection that hangs is waited for no longer than an answer', async () => {
  proxy.hang();
  expect(await reasonOf(database.query(ASKED))).toEqual(NO_CONNECTION);
  expect(await reasonOf(database.transaction((tx) => tx.query(ASKED)))).toEqual(NO_CONNECTION);
});

test('[O17] time that passed before the question counts as part of the wait', async () => {
  expect(await database.query(ASKED, [], performance.now())).toEqual([{ one: 1 }]);
  const longAgo = performance.now() - LIMITS.answerTimeoutMs;
  expect(await reasonOf(database.query(ASKED, [], longAgo))).toEqual(NO_TIME_LEFT);
});

const hangs = {
  query: () => {
    proxy.hang();
    return database.query(ASKED);
  },
  transaction: () =>
    database.transaction(async (tx) => {
      proxy.hang();
      await tx.query(ASKED);
    }),
};

test.each(['query', 'transaction'] as const)(
  '[O17] a call whose %s was not answered waits no second time; the next call has its own time',
  async (kind) => {
    await database.query(ASKED);
    await withRequestDeadline(async () => {
      expect(await reasonOf(hangs[kind]())).toBe(NO_ANSWER);
      expect(await reasonOf(database.query(ASKED))).toEqual(NO_TIME_LEFT);
      expect(await reasonOf(database.transaction((tx) => tx.query(ASKED)))).toEqual(NO_TIME_LEFT);
    });
    expect(await reasonOf(withRequestDeadline(() => database.query(ASKED)))).toEqual(NO_CONNECTION);
  },
);

test('[O17] work that goes on after the answer has its own time', async () => {
  const answered = Promise.withResolvers<void>();
  let rest: Promise<string> | undefined;
  proxy.hang();
  await withRequestDeadline(async () => {
    await reasonOf(database.query(ASKED));
    rest = answered.promise.then(() => reasonOf(database.query(ASKED)));
  });
  answered.resolve();
  expect(await rest).toEqual(NO_CONNECTION);
});

test('[O17] a failed lookup for several calls takes no time from the call that started it', async () => {
  const look = batched<number, number>((keys) => database.query(ASKED).then(() => keys), { atOnce: 1 });
  proxy.hang();
  await withRequestDeadline(async () => {
    expect(await reasonOf(look(1))).toEqual(NO_CONNECTION);
    expect(await reasonOf(database.query(ASKED))).toEqual(NO_CONNECTION);
  });
});

test('[O17] a connection that comes too late goes back to the pool', async () => {
  await database.transaction(async () => {
    expect(await reasonOf(database.query(ASKED, [], performance.now() - LIMITS.answerTimeoutMs + 50))).toEqual(
      NO_CONNECTION,
    );
  });
  expect(await database.query(ASKED)).toEqual([{ one: 1 }]);
});
