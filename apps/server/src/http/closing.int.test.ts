import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { errorBody } from '@foyer/contract/api/route';
import { expect, test } from 'vitest';
import { startHarness } from '../../test/harness.ts';

test('[INV-25] while the server closes, a connection that is still open is told to come back, in our words', async () => {
  const h = await startHarness();
  await h.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = h.app.server.address() as AddressInfo;
  const isShut = async () => {
    const probe = connect(port, '127.0.0.1');
    const shut = await once(probe, 'connect').then(
      () => false,
      () => true,
    );
    probe.destroy();
    return shut;
  };

  // A request that has begun is not cut off: its connection stays open when the others are closed.
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(socket, 'connect');
  socket.write('GET /api/auth/me HTTP/1.1\r\nhost: localhost\r\n');
  await fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.text());

  const closed = h.app.close();
  await expect.poll(isShut, { interval: 5 }).toBe(true);
  socket.write('\r\n');
  await once(socket, 'close');
  await closed;

  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toContain('HTTP/1.1 503 ');
  for (const line of [
    'retry-after: 2',
    'connection: close',
    'x-content-type-options: nosniff',
    'cache-control: no-store',
  ])
    expect(head.toLowerCase()).toContain(line);
  const refusal = errorBody.parse(JSON.parse(body));
  expect([refusal.error.type, refusal.message]).toEqual([
    'UNAVAILABLE',
    'The service is out of reach for a moment. Try again.',
  ]);
  h.log.expectQuiet();
  await h.stop();
});
