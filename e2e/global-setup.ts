import { randomInt } from 'node:crypto';

/** Chooses the seed of E2E_DELAYS once for all workers and prints it, so that a run can be repeated (CONTRIBUTING.md). */
export default function globalSetup(): void {
  const [delayMs, seed = randomInt(2 ** 31)] = process.env.E2E_DELAYS?.split(':') ?? [];
  if (!delayMs) return;
  process.env.E2E_DELAYS = `${delayMs}:${seed}`;
  console.log(`Responses are delayed at random. To repeat this run: E2E_DELAYS=${process.env.E2E_DELAYS}`);
}
