import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startHarness } from '../../test/harness.ts';

/** A connection of a client, and all that came back on it. */
const open = async (port: number) => {
  const socket: Socket = connect(port, '127.0.0.1');
  const got = { text: '' };
  socket.setEncoding('utf8').on('data', (part: string) => {
    got.text += part;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, got, closed };
};

const isRefused = (port: number) =>
  open(port).then(
    ({ socket }) => !socket.destroy(),
    () => true,
  );

test('[INV-25] while the server drains: a call on an open connection is served, its answer ends the connection, and unused connections are closed', async () => {
  const h = await startHarness();
  await h.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = h.app.server.address() as AddressInfo;
  const silent = await open(port);
  const used = await open(port);
  used.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => used.got.text, { interval: 5 }).toContain('"alive"');
  expect(used.got.text.toLowerCase()).toContain('connection: keep-alive');
  const unused = await open(port);
  unused.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => unused.got.text, { interval: 5 }).toContain('"alive"');

  const drained = h.app.shutdown.drain();
  await expect.poll(() => isRefused(port), { interval: 5 }).toBe(true);
  used.got.text = '';
  used.socket.write('GET /api/auth/me HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await used.closed;
  expect(used.got.text).toContain('HTTP/1.1 401 ');
  expect(used.got.text.toLowerCase()).toContain('connection: close');
  await Promise.all([silent.closed, unused.closed, drained]);
  expect(h.app.shutdown.callsInFlight()).toBe(0);
  h.log.expectQuiet();
  await h.stop();
});

test('[INV-25] a server that stops is not ready from the beginning on, serves all other calls, and logs no warning about it', async () => {
  const h = await startHarness();
  const statusOf = async (url: string) => (await h.app.inject({ url })).statusCode;
  expect(await statusOf('/readyz')).toBe(200);
  h.app.shutdown.begin();
  expect([await statusOf('/readyz'), await statusOf('/healthz'), await statusOf('/api/auth/me')]).toEqual([
    503, 200, 401,
  ]);
  expect((await h.app.inject({ url: '/readyz' })).headers['retry-after']).toBe('2');
  expect(h.log.lines.filter((line) => line.includes('"unavailable"'))).toEqual([]);
  await h.stop();
});

test('[INV-25] a server whose stop begins while it asks the database is not ready, although the database answers', async () => {
  const h = await startHarness();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  vi.spyOn(h.services, 'ready').mockImplementation(() => {
    asked.resolve();
    return answer.promise;
  });
  // Without `then` the call would be sent only when its response is awaited.
  const ready = h.app.inject({ url: '/readyz' }).then(({ statusCode }) => statusCode);
  await asked.promise;
  h.app.shutdown.begin();
  answer.resolve(true);
  expect(await ready).toBe(503);
  h.log.expectQuiet();
  await h.stop();
});
