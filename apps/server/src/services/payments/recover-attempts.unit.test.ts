import { expect, test } from 'vitest';
import { aPlatform } from '../../../test/a-platform.ts';
import type { LostAttempt } from './gateway-event-ports.ts';
import { makeRecoverAttempts } from './recover-attempts.ts';

const lostAttempt = (id: string, accountId: string): LostAttempt => ({ id, accountId });

const recover = async (attempts: readonly LostAttempt[]) => {
  const sent: (readonly string[])[] = [];
  const run = makeRecoverAttempts(aPlatform(), {
    takeLost: async (limit) => attempts.slice(0, limit),
    giveUp: async () => [],
    sendAttempts: async (ids) => void sent.push(ids),
  });
  return { taken: await run(), sent };
};

test('[INV-2] what was lost of many accounts is asked about together', async () => {
  const attempts = Array.from({ length: 40 }, (_, index) => lostAttempt(`att_${index}`, `acc_${index}`));
  expect(await recover(attempts)).toEqual({ taken: 40, sent: [attempts.map(({ id }) => id)] });
});

test('[I2] two of one account never: recorded together, the second would not know of the first', async () => {
  const attempts = [
    lostAttempt('att_1', 'ada'),
    lostAttempt('att_2', 'bob'),
    lostAttempt('att_3', 'ada'),
    lostAttempt('att_4', 'ada'),
  ];
  expect((await recover(attempts)).sent).toEqual([['att_1', 'att_2'], ['att_3'], ['att_4']]);
});

test('nothing lost, nobody asked; and never more than a batch at a time', async () => {
  expect(await recover([])).toEqual({ taken: 0, sent: [] });
  const many = Array.from({ length: 150 }, (_, index) => lostAttempt(`att_${index}`, `acc_${index}`));
  expect((await recover(many)).taken).toBe(100);
});
