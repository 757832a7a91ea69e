import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useHarness } from '../../../test/use-harness.ts';
import { startDatabaseClock } from './database-clock.ts';

const h = useHarness();

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock of this machine, and not that of the database. */
const setOwnClock = (byMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });

const guess = (email: string) =>
  h.anonymous().post<{ error: { type: string } }>('/api/auth/sessions', { email, password: 'not this one' });

const lock = async () => {
  const { email } = await h.makeCustomer();
  for (let n = 0; n < 5; n += 1) expect((await guess(email)).body.error.type).toBe('INVALID_CREDENTIALS');
  return email;
};

describe('the database’s clock', () => {
  test('adds the elapsed time between two queries, and is queried again', async () => {
    let elapsed = 0;
    let stored = Date.UTC(2026, 0, 10);
    const clock = await startDatabaseClock({ query: async <Row>() => [{ now: stored } as Row] }, () => elapsed);
    elapsed += 1_500;
    expect(clock.now()).toBe(Date.UTC(2026, 0, 10) + 1_500);
    stored += HOUR_MS;
    expect(clock.now()).toBe(Date.UTC(2026, 0, 10) + 1_500);
    await clock.measure();
    expect(clock.now()).toBe(Date.UTC(2026, 0, 10) + HOUR_MS);
  });

  test('a slow answer is ignored', async () => {
    let elapsed = 0;
    let waits = 0;
    const query = async <Row>() => {
      elapsed += waits;
      return [{ now: 1_000_000 } as Row];
    };
    const clock = await startDatabaseClock({ query }, () => elapsed);
    waits = 10_000;
    await clock.measure();
    expect(clock.now()).toBe(1_010_000);
  });

  test('has nothing to do with the clock of the machine', async () => {
    const right = Date.now();
    setOwnClock(HOUR_MS);
    const clock = await startDatabaseClock(h.database);
    expect(Math.abs(clock.now() - right)).toBeLessThan(MINUTE_MS);
  });
});

describe('[SE-11] limits on a server whose own clock is wrong', () => {
  test.each([HOUR_MS, -HOUR_MS])('wrong by %s ms: a lock lasts one minute, and its answer says so', async (wrongMs) => {
    const email = await lock();
    setOwnClock(wrongMs);
    const refused = await guess(email);
    expect(refused.body.error.type).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    h.wall.advance(MINUTE_MS + 1_000);
    expect((await guess(email)).body.error.type).toBe('INVALID_CREDENTIALS');
  });

  test.each([HOUR_MS, -HOUR_MS])('by %s ms: the window of a caller’s wrong guesses is the same', async (wrongMs) => {
    h.wall.advance((wrongMs > 0 ? 2 : 4) * HOUR_MS); // each in separate windows
    for (let n = 0; n < 30; n += 1) await guess(`nobody-${n}@example.com`);
    setOwnClock(wrongMs);
    const refused = await guess('nobody@example.com');
    expect(refused.body.error.type).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    vi.useRealTimers();
    h.wall.advance(MINUTE_MS + 1_000);
    expect((await guess('nobody@example.com')).body.error.type).toBe('INVALID_CREDENTIALS');
  });
});
