import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from '../lib/call-error.ts';
import { Retry } from './retry.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const limited = (retryAfter: number | null) =>
  new CallError({ status: 429, type: 'RATE_LIMITED', message: 'm', retryAfter });

const show = (error: Error) => {
  const query = { error, isError: true, isFetching: false, refetch: vi.fn() };
  render(
    <Retry title="Not loaded." of={[{ ...query, error: null, isError: false }, query]}>
      Nothing is lost.
    </Retry>,
  );
};

test.each([
  ['too many tries, with a wait', limited(600), 'Too many tries. Try again in 10 minutes. Nothing is lost.'],
  ['too many tries', limited(null), 'Too many tries. Wait a few minutes, then try again. Nothing is lost.'],
  ['a fault', new CallError({ status: 500, type: 'INTERNAL_ERROR', message: 'm' }), 'Nothing is lost.'],
])('[SH-12] a block that did not load says why: %s', async (_why, error, words) => {
  show(error);
  expect(await screen.findByText(words)).toBeDefined();
});

test('[SH-12] offline, a block that did not load says so', () => {
  vi.stubGlobal('navigator', { ...navigator, onLine: false });
  show(new CallError({ status: 0, type: 'OFFLINE', message: 'm' }));
  expect(screen.getByText("You're offline. Nothing is lost.")).toBeDefined();
});
