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
