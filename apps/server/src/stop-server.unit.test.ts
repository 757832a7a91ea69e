import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopServer } from './stop-server.ts';

const never = () => new Promise<never>(() => {});

test('[O13] a part that hangs with the database is left behind at once, also before a second question is over', async () => {
  let isAskedAgain = () => {};
  const askedAgain = new Promise<void>((resolve) => {
    isAskedAgain = resolve;
  });
  const answers = [
    async () => false,
    () => {
      isAskedAgain();
      return never();
    },
  ];
  const stopped: string[] = [];
  const { unanswered, leftBehind } = await stopServer({
    log: null,
    http: { begin: () => {}, drain: () => askedAgain, callsInFlight: () => 0, cutOff: () => {} },
    takers: [{ name: 'queue workers', stop: async () => {} }],
    parts: [
      { name: 'first', stop: async () => void stopped.push('first') },
      { name: 'pool', stop: never },
    ],
    isDatabaseReady: () => answers.shift()?.() ?? never(),
    drainDelayMs: 0,
  });
  expect({ unanswered, leftBehind, stopped }).toEqual({ unanswered: 0, leftBehind: ['pool'], stopped: ['first'] });
});

test('[O13] a server without calls does not wait for a part that hangs with the database', async () => {
  const cutOff = Promise.withResolvers<void>();
  const { leftBehind } = await stopServer({
    log: null,
    // The drain of a server without calls ends before the first question is over.
    http: { begin: () => {}, drain: async () => {}, callsInFlight: () => 0, cutOff: () => cutOff.resolve() },
    takers: [],
    parts: [{ name: 'database', stop: () => sleep(1_000) }],
    isDatabaseReady: () => cutOff.promise.then(() => false),
    drainDelayMs: 0,
  });
  expect(leftBehind).toEqual(['database']);
});
