import { endWith } from './bootstrap.mjs';
import { runVitest } from './test/runners.mjs';

/**
 * `npm run soak [minutes]`: repeats the randomized billing tests with new seeds, for 10 minutes by default.
 * Each round runs new random histories and kills two servers during 1,000 renewals. It stops at the first failure, after
 * printing the seed.
 */

const RULES = [
  'packages/domain/src/billing-invariants.unit.test.ts',
  'packages/domain/src/payments/unanswered-challenges.unit.test.ts',
  'packages/domain/src/orders/forecast-charges-histories.unit.test.ts',
  'packages/domain/src/renewals/last-retry-slot.unit.test.ts',
];
const PROOFS = [
  'apps/server/src/services/orders/random-histories.int.test.ts',
  'apps/server/src/jobs/killed-workers.int.test.ts',
];

const minutes = Number(process.argv[2] ?? 10);

try {
  if (!(minutes > 0)) throw new Error('Usage: npm run soak [minutes], with minutes above 0');
  const end = Date.now() + minutes * 60_000;
  let failed = 0;
  for (let seed = Date.now() % 1_000_000; failed === 0; seed += 1) {
    console.log(`\n── seed ${seed}`);
    Object.assign(process.env, { BILLING_SEED: String(seed), BILLING_RUNS: '10000' });
    Object.assign(process.env, { KILL_SEED: String(seed), KILL_RENEWALS: '1000', KILL_ROUNDS: '8' });
    Object.assign(process.env, { HISTORY_SEED: String(seed), HISTORY_RUNS: '200' });
    failed += runVitest('unit', RULES).failed;
    if (failed === 0) failed += runVitest('int', PROOFS).failed;
    if (Date.now() > end) break;
  }
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  endWith(error);
}
