import { expect, test } from 'vitest';
import { Refused } from '../services/refused.ts';
import { bounded } from './bounded.ts';

/** Work that ends when it is told to, and remembers when it began. */
const workload = () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    end: async (index: number) => {
      ends[index]?.();
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    work: (index: number) => () =>
      new Promise<number>((resolve) => {
        begun.push(index);
        ends[index] = () => resolve(index);
      }),
  };
};

test('so many at once, the rest in the order they came, and beyond the queue: later', async () => {
  const { begun, end, work } = workload();
  const run = bounded(2, 3);
  const answers = [0, 1, 2, 3, 4].map((index) => run(work(index)));
  const refused = await run(work(5)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ type: 'UNAVAILABLE', status: 503, detail: { retryAfterSeconds: 1 } });
  expect(begun).toEqual([0, 1]);
  await end(1);
  expect(begun).toEqual([0, 1, 2]);
  await end(0);
  await end(2);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  await end(3);
  await end(4);
  expect(await Promise.all(answers)).toEqual([0, 1, 2, 3, 4]);
});

test('work that fails makes room like any other', async () => {
  const run = bounded(1, 1);
  const failing = run(() => Promise.reject(new Error('broken')));
  const next = run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await run(async () => 'again')).toBe('again');
});
