import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressOf } from '../test/address-of.ts';
import { createTestDatabase } from '../test/database.ts';
import { freePort } from '../test/free-port.ts';
import { MAIN_TIMEOUT_MS, startMain } from '../test/start-main.ts';

/** Each write to this device fails with ENOSPC. */
const FULL = '/dev/full';

test.skipIf(!existsSync(FULL))(
  '[O16] a server whose log cannot be written serves, and stops with 0',
  {
    timeout: MAIN_TIMEOUT_MS * 2,
  },
  async () => {
    const database = await createTestDatabase();
    const port = await freePort();
    const full = openSync(FULL, 'w');
    const server = startMain(addressOf(database.config), { PORT: String(port), DEMO: '0', LOG_LEVEL: 'info' }, full);
    closeSync(full);
    const statusOf = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => statusOf('/readyz'), { interval: 50, timeout: MAIN_TIMEOUT_MS }).toBe(200);
    // Each answer is a line of the log that cannot be written.
    for (let call = 0; call < 20; call += 1) expect(await statusOf('/api/auth/me')).toBe(401);
    expect(await statusOf('/healthz')).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await database.drop();
  },
);
