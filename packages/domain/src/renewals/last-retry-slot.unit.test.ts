import { HOUR_MS, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHALLENGE_TIMEOUT_MS } from '../state/due.ts';
import { isEntitled } from '../state/status.ts';
import { CheckedCustomer } from '../testing/checked-customer.ts';
import { utc } from '../testing/moments.ts';
import { type Answer, type Command, historyCatalogue, historyStart, noLimit } from '../testing/random-commands.ts';

/** Random histories around the last day of dunning. The histories of whole accounts rarely reach it. */

const LAST_SLOT = utc('2026-03-15 09:30');
const seed = Number(process.env.BILLING_SEED ?? 20_260_316);
const numRuns = Number(process.env.BILLING_RUNS ?? 500);

const ofCustomer = fc.constantFrom<Answer>('asks', 'asks', 'asks', 'asks', 'asks', 'asks', 'declined', 'works');
const pays = fc.record({ do: fc.constant('pay' as const), which: fc.constant(0), answer: ofCustomer });
const ofSlots: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: pays },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('card' as const), answer: ofCustomer }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.constant(0),
      answer: fc.constantFrom<Answer>('left', 'declined', 'works'),
    }),
  },
);
const advances = (outage: fc.Arbitrary<boolean>) =>
  fc.record({
    do: fc.constant('advance' as const),
    hours: fc.integer({ min: 1, max: 22 }),
    outage,
    answers: fc.constant<Answer[]>(['declined']),
  });
const step = fc.oneof({ weight: 8, arbitrary: ofSlots }, { weight: 6, arbitrary: advances(fc.boolean()) });

/** An action some hours before a slot, and the actions after it. */
const beside = fc.record({
  hours: fc.integer({ min: 1, max: 22 }),
  steps: fc
    .tuple(pays, fc.array(fc.oneof(ofSlots, advances(fc.constant(false))), { maxLength: 2 }))
    .map(([first, others]) => [first, ...others]),
});

/** Customer on the day after a renewal was declined. */
const behind = (): CheckedCustomer => {
  const ada = new CheckedCustomer(historyStart, {}, historyCatalogue);
  const order = { intervalId: 'pln_drive_starter_monthly', of: null, trial: false, atPeriodEnd: false } as const;
  ada.do({ do: 'order', ...order, quantity: 1, coupon: null, answer: 'succeeded' });
  ada.advance(utc('2026-02-28 10:00'), false, () => 'declined');
  return ada;
};

test(
  '[SU-09] S15: whatever payments a customer begins and leaves, the end of service waits for one challenge at most',
  noLimit,
  () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }), (steps) => {
        const ada = behind();
        ada.advance(LAST_SLOT - 6 * HOUR_MS, false, () => 'declined');
        expect([ada.subscription.status, ada.lastInvoice.nextAttemptAt]).toEqual(['past_due', LAST_SLOT]);
        for (const one of steps) ada.do(one);
        if (ada.now > LAST_SLOT && isEntitled(ada.subscription)) reached += 1;
      }),
      { seed, numRuns },
    );
    expect(reached, 'histories that end beside such a question').toBeGreaterThan(numRuns / 20);
  },
);

test('[SU-09] S15: also with a challenge before every slot the end is day 15 plus one challenge', noLimit, () => {
  let reached = 0;
  fc.assert(
    fc.property(fc.tuple(beside, beside, beside), (slots) => {
      const ada = behind();
      for (const { hours, steps } of slots) {
        const { nextAttemptAt } = ada.lastInvoice;
        if (nextAttemptAt === null) break;
        ada.advance(Math.max(ada.now, nextAttemptAt - hours * HOUR_MS), false, () => 'declined');
        for (const one of steps) ada.do(one);
        ada.advance(ada.now + CHALLENGE_TIMEOUT_MS, false, () => 'declined');
      }
      ada.advance(Math.max(ada.now, LAST_SLOT + CHALLENGE_TIMEOUT_MS + MINUTE_MS), false, () => 'declined');
      if (ada.subscription.suspendedAt && ada.subscription.suspendedAt > LAST_SLOT) reached += 1;
    }),
    { seed, numRuns },
  );
  expect(reached, 'histories whose last slot waited').toBeGreaterThan(numRuns / 20);
});
