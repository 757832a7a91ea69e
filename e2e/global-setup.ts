import { randomInt } from 'node:crypto';

/** Draws the seed of late answers once for all workers and prints it, so that a run can be repeated (CONTRIBUTING.md). */
export default function globalSetup(): void {
  const [delayMs, seed = randomInt(2 ** 31)] = process.env.E2E_DELAYS?.split(':') ?? [];
  if (!delayMs) return;
  process.env.E2E_DELAYS = `${delayMs}:${seed}`;
  console.log(`Every answer is late: E2E_DELAYS=${process.env.E2E_DELAYS}`);
}
