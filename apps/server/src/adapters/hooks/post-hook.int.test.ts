import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePostHook } from './post-hook.ts';

let server: Server;
let respond: RequestListener = (_request, response) => response.end();

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const post = (listener: RequestListener) => {
  respond = listener;
  return makePostHook(5_000)(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {}, '{}');
};

test('[BY-08] at most 500 characters of an answer are read, also of one that never ends', async () => {
  let stopped = false;
  const outcome = await post((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('ä'.repeat(1_000)));
      if (!response.destroyed) response.once('drain', write);
    };
    response.once('close', () => {
      stopped = true;
    });
    write();
  });
  expect(outcome).toMatchObject({ httpStatus: 200, error: null, answer: 'ä'.repeat(500) });
  await expect.poll(() => stopped).toBe(true);
});

test('[BY-08] an answer whose body never comes counts by its status', async () => {
  const outcome = await post((_request, response) => {
    response.writeHead(202);
    response.write('so far');
  });
  expect(outcome).toMatchObject({ httpStatus: 202, error: null, answer: 'so far' });
});

test('[BY-08] a body that breaks off counts by its status', async () => {
  const outcome = await post((_request, response) => {
    response.writeHead(500, { 'content-length': '1000' });
    response.write('half', () => response.socket?.destroy());
  });
  expect(outcome).toMatchObject({ httpStatus: 500, error: null });
});

test('[BY-08] control and hidden characters of an answer are removed, and bytes that are no text are replaced', async () => {
  const outcome = await post((_request, response) =>
    response.end(Buffer.concat([Buffer.from('a\0b\r\n\u202Ec'), Buffer.from([0xff]), Buffer.from('d')])),
  );
  expect(outcome.answer).toBe('a b c\uFFFDd');
});

test('[BY-08] a redirect is not followed, and no server is an error with its code', async () => {
  const redirected = await post((_request, response) => response.writeHead(302, { location: '/other' }).end());
  expect(redirected).toMatchObject({ httpStatus: 302, answer: '' });
  const refused = await makePostHook(5_000)('http://127.0.0.1:1/', {}, '{}');
  expect(refused).toMatchObject({ httpStatus: null, answer: null });
  expect(refused.error).toMatch(/ECONNREFUSED|network/);
  expect(refused.durationMs).toBeGreaterThanOrEqual(0);
});
