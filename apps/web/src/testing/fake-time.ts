import { act } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** What a page does on a clock that stands still unless the test moves it. */

/** As long as a busy machine may need for an answer, on its own clock. */
const TIMEOUT_MS = 30_000;

/** Lets answers arrive without any time passing on the clock of the page. */
export const waitUntil = async (isSo: () => unknown): Promise<void> => {
  const end = performance.now() + TIMEOUT_MS;
  while (performance.now() < end && !isSo()) {
    await act(async () => {
      await new Promise((done) => setImmediate(done));
      await vi.advanceTimersByTimeAsync(0);
    });
  }
  expect(isSo(), 'in the end').toBeTruthy();
};

export const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/**
 * Ends `vi.useFakeTimers()` after a test. First passes one frame, because jsdom schedules frames with the timers of the
 * moment, and a frame on a fake timer that never comes would stop all frames of the tests after this one.
 */
export const restoreTimers = (): void => {
  if (!vi.isFakeTimers()) return;
  vi.advanceTimersByTime(20);
  vi.useRealTimers();
};
