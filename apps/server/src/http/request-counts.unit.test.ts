import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShareCounts } from '../services/rate-windows/ports.ts';
import { makeRequestCounts } from './request-counts.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sums of all servers, as the database keeps them. */
const makeSums = () => {
  const sums = new Map<string, { calls: number; endsAt: number }>();
  const exchanges: number[] = [];
  const share: ShareCounts = async (counted) => {
    exchanges.push(counted.length);
    return counted.map(({ key, calls, endsInMs }) => {
      const known = sums.get(key);
      const sum =
        known && known.endsAt > Date.now()
          ? { ...known, calls: known.calls + calls }
          : { calls, endsAt: Date.now() + endsInMs };
      sums.set(key, sum);
      return { key, calls: sum.calls, endsInMs: sum.endsAt - Date.now() };
    });
  };
  return { share, exchanges };
};

const faults: unknown[] = [];
const makeServer = (share: ShareCounts | null) =>
  makeRequestCounts({ share, onFault: (error) => void faults.push(error), now: Date.now });

/** Calls in turn at each server, 20 ms apart. Returns how many were allowed. */
const callInTurn = async (servers: readonly ReturnType<typeof makeServer>[], calls: number, max: number) => {
  let allowed = 0;
  for (let call = 0; call < calls; call += 1) {
    if ((servers[call % servers.length] as (typeof servers)[0]).count('caller', MINUTE_MS, max).current <= max)
      allowed += 1;
    await vi.advanceTimersByTimeAsync(20);
  }
  return allowed;
};

test('[CA-02] two servers allow a caller 300 calls together, up to a few calls between two exchanges', async () => {
  const { share, exchanges } = makeSums();
  const allowed = await callInTurn([makeServer(share), makeServer(share)], 1_000, 300);
  expect(allowed).toBeGreaterThanOrEqual(290);
  expect(allowed).toBeLessThanOrEqual(310);
  expect(exchanges.length).toBeLessThan(80);
  const alone = await callInTurn([makeServer(null), makeServer(null)], 1_000, 300);
  expect(alone).toBe(600);
});

test('[CA-02] a new window begins for all servers after a minute', async () => {
  const { share } = makeSums();
  const servers = [makeServer(share), makeServer(share)];
  await callInTurn(servers, 400, 300);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await callInTurn(servers, 200, 300)).toBe(200);
});

test('a caller with few calls is never exchanged, and one who is refused no longer', async () => {
  const { share, exchanges } = makeSums();
  const server = makeServer(share);
  for (let call = 0; call < 17; call += 1) server.count('page', MINUTE_MS, 300);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exchanges).toEqual([]);
  for (let call = 0; call < 400; call += 1) server.count('attacker', MINUTE_MS, 300);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exchanges).toEqual([1]);
  for (let call = 0; call < 400; call += 1) server.count('attacker', MINUTE_MS, 300);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(exchanges).toEqual([1]);
});

test('a database that does not answer: no call waits, each server counts alone, and exchanges begin again later', async () => {
  const { share, exchanges } = makeSums();
  let isDown = true;
  const failing: ShareCounts = (counted) => (isDown ? Promise.reject(new Error('no answer')) : share(counted));
  const servers = [makeServer(failing), makeServer(failing)];
  faults.length = 0;
  expect(await callInTurn(servers, 700, 300)).toBe(600);
  // One try in five seconds for each server.
  expect(faults.length).toBeLessThanOrEqual(8);
  isDown = false;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(await callInTurn(servers, 700, 300)).toBeLessThanOrEqual(310);
  expect(exchanges.length).toBeGreaterThan(0);
});

test('a database that never answers holds nothing up', async () => {
  const server = makeServer(() => new Promise(() => {}));
  expect(await callInTurn([server], 400, 300)).toBe(300);
});
