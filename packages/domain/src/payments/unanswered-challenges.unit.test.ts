import fc from 'fast-check';
import { test } from 'vitest';
import { playHistory } from '../testing/checked-customer.ts';
import { command, intervalIds, noLimit } from '../testing/random-commands.ts';

/** More random histories of `billing-invariants.unit.test.ts`, in a separate file so that they run beside the others. */
const seed = Number(process.env.BILLING_SEED ?? 20_260_110);
const numRuns = Number(process.env.BILLING_RUNS ?? 500);

const intervalId = fc.constantFrom(...intervalIds);

test('[INV-3] S5, S12: repeated orders with unanswered challenges extend nothing beyond its end', noLimit, () => {
  const orders = fc.array(fc.record({ intervalId, hours: fc.integer({ min: 1, max: 22 }) }), {
    ...{ minLength: 30, maxLength: 60 },
  });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 10 }), orders, (commands, drawn) => {
      const ada = playHistory(commands);
      for (const { intervalId: wanted, hours } of drawn) {
        const order = { of: null, trial: false, atPeriodEnd: false, quantity: 1, coupon: null } as const;
        ada.do({ do: 'order', intervalId: wanted, answer: 'asks', ...order });
        ada.do({ do: 'advance', hours, outage: false, answers: ['declined'] });
      }
    }),
    { seed, numRuns: Math.ceil(numRuns / 8) },
  );
});
