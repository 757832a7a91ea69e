import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { batched } from './batched.ts';

/** A statement that is answered when the test says so. */
interface Call {
  readonly keys: readonly string[];
  readonly since: number;
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

const setUp = (atOnce: number) => {
  const calls: Call[] = [];
  const look = batched<string, string>(
    (keys, since) =>
      new Promise((resolve, reject) => {
        calls.push({ keys, since, answer: () => resolve(keys.map((key) => `row of ${key}`)), fail: reject });
      }),
    { atOnce },
  );
  return { calls, look };
};

const turn = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('one statement for many callers', () => {
  test('those who ask together are answered together, each with its own', async () => {
    const { calls, look } = setUp(2);
    const answers = Promise.all([look('a'), look('b'), look('a')]);
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([['a', 'b', 'a']]);
    calls[0]?.answer();
    expect(await answers).toEqual(['row of a', 'row of b', 'row of a']);
  });

  test('an idle server waits for nobody, a busy one gathers what comes meanwhile', async () => {
    const { calls, look } = setUp(1);
    const first = look('a');
    await turn();
    const rest = [look('b'), look('c')];
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([['a']]);
    calls[0]?.answer();
    await first;
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']]);
    calls[1]?.answer();
    expect(await Promise.all(rest)).toEqual(['row of b', 'row of c']);
  });

  test('[INV-13] nothing is remembered: the same key is looked up again', async () => {
    const { calls, look } = setUp(1);
    for (const time of [0, 1]) {
      const answer = look('a');
      await turn();
      calls[time]?.answer();
      await answer;
    }
    expect(calls).toHaveLength(2);
  });

  test('a failure reaches those it concerns, and the next ones go on', async () => {
    const { calls, look } = setUp(1);
    const failed = Promise.allSettled([look('a'), look('b')]);
    await turn();
    const next = look('c');
    calls[0]?.fail(new Error('gone'));
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await turn();
    calls[1]?.answer();
    expect(await next).toBe('row of c');
  });

  test('[INV-25] behind a statement that hangs nobody gathers longer than a second, and [O17] that second counts as part of the wait', async () => {
    const { calls, look } = setUp(1);
    void look('a');
    await turn();
    const askedAt = performance.now();
    const answer = look('b');
    await vi.advanceTimersByTimeAsync(500);
    void look('c');
    await vi.advanceTimersByTimeAsync(499);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls[1]?.keys).toEqual(['b', 'c']);
    expect(calls[1]?.since).toBe(askedAt);
    calls[1]?.answer();
    expect(await answer).toBe('row of b');
    calls[0]?.answer();
    await turn();
    expect(calls).toHaveLength(2);
  });
});
