import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startOfWait, trackWait, withRequestDeadline } from './request-deadline.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const waitOf = (ms: number) => trackWait(async () => void vi.advanceTimersByTime(ms));
/** How much of its limit a wait that begins now has lost already. */
const lostMs = () => performance.now() - startOfWait();

test('[O17] [INV-25] slow waits of one call share one limit; quick ones take nothing from it', async () => {
  await withRequestDeadline(async () => {
    await waitOf(400);
    expect(lostMs()).toBe(0);
    await waitOf(2_000);
    expect(lostMs()).toBe(2_000);
    await waitOf(1_000);
    expect(lostMs()).toBe(3_000);
  });
  expect(lostMs()).toBe(0);
  await withRequestDeadline(async () => expect(lostMs()).toBe(0));
});

test('[O17] waits of one call at the same time count once', async () => {
  await withRequestDeadline(async () => {
    const opened = Promise.withResolvers<void>();
    const both = [trackWait(() => opened.promise), trackWait(() => opened.promise)];
    vi.advanceTimersByTime(1_500);
    opened.resolve();
    await Promise.all(both);
    expect(lostMs()).toBe(1_500);
  });
});

test('[O17] a slow wait that fails counts as well, and other work is not touched', async () => {
  await withRequestDeadline(async () => {
    await trackWait(async () => {
      vi.advanceTimersByTime(900);
      throw new Error('refused');
    }).catch(() => undefined);
    expect(lostMs()).toBe(900);
  });
  await waitOf(5_000);
  expect(lostMs()).toBe(0);
});
