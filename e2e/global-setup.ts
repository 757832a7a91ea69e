import { startServer } from './server.ts';

/** One server with the demo customers for all journeys that need no other. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer();
  process.env.FOYER_E2E_URL = server.url;
  process.env.FOYER_E2E_HOME = server.home;
  return server.stop;
}
