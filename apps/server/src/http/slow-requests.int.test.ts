import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

const MAX_CONNECTIONS = 3;
let h: Harness;
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  h = await startHarness({ connections: { headersMs: 50, requestMs: 100, maxConnections: MAX_CONNECTIONS } });
  await h.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = h.app.server.address() as AddressInfo);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  h.log.expectQuiet();
});
afterAll(() => h.stop());

/** Opens a connection and sends the beginning of a request; `ended` resolves with the answer when the server closes. */
const begin = async (sent: string): Promise<{ ended: Promise<string> }> => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  sockets.push(socket);
  let answer = '';
  socket.on('data', (part) => (answer += part));
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(sent);
  return { ended: closed.then(() => answer) };
};

test('[L6] a request that does not arrive ends within 2 s of its limit', async () => {
  const body =
    'POST /api/auth/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50';
  const [nothing, header, halfBody] = await Promise.all([
    begin(''),
    begin('GET /version HTTP/1.1\r\nHost: local'),
    begin(`${body}\r\n\r\n{"email"`),
  ]);
  // With Node's own interval of 30 s these would run into the time limit of the test.
  expect(await nothing.ended).toContain(' 408 ');
  expect(await header.ended).toContain(' 408 ');
  expect(await halfBody.ended).toContain(' 408 ');
});

test('[L6] a connection beyond the limit is closed at once, and there is room again when another one ends', async () => {
  const request = 'GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const held = [];
  for (let n = 0; n < MAX_CONNECTIONS; n += 1) held.push(await begin(request));
  const [first] = sockets;
  expect(await (await begin(request)).ended).toBe('');
  first?.destroy();
  await held[0]?.ended;
  const connections = () => new Promise((found) => h.app.server.getConnections((_, count) => found(count)));
  await expect.poll(connections).toBe(MAX_CONNECTIONS - 1);
  expect(await (await begin(`${request.trimEnd()}\r\nConnection: close\r\n\r\n`)).ended).toContain('200 OK');
});

test('[L6] the limits of a server that sets none: 10 s for headers, 30 s for a request, 4,096 connections', async () => {
  const usual = await startHarness();
  const { headersTimeout, requestTimeout, maxConnections } = usual.app.server;
  expect({ headersTimeout, requestTimeout, maxConnections }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    maxConnections: 4_096,
  });
  await usual.stop();
});
