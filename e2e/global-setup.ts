import { randomInt } from 'node:crypto';
import { startServer } from './server.ts';

/** One server with the demo customers for all journeys that need no other. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const [delayMs, seed = randomInt(2 ** 31)] = process.env.E2E_DELAYS?.split(':') ?? [];
  if (delayMs) {
    process.env.E2E_DELAYS = `${delayMs}:${seed}`;
    console.log(`Every answer is late: E2E_DELAYS=${process.env.E2E_DELAYS}`);
  }
  const server = await startServer();
  process.env.FOYER_E2E_URL = server.url;
  process.env.FOYER_E2E_HOME = server.home;
  return server.stop;
}
