import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startHarness } from '../../test/harness.ts';

test('[INV-25] a caller that disconnects before its call is counted has no address: the call gets 503 and no fault is logged', async () => {
  const h = await startHarness();
  // as the system says it of a connection that was reset
  h.app.server.on('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  );
  await h.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = h.app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/me`);
  expect([answer.status, await answer.json()]).toMatchObject([503, { error: { type: 'UNAVAILABLE' } }]);
  h.log.expectQuiet();
  await h.stop();
});
