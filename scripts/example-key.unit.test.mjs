import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import { EXAMPLE_SCOPES, readOrMakeKey } from './example-key.mjs';

const folder = makeTempFolder('example-key');
const home = path.join(folder.path, 'home');
const file = path.join(home, 'example-product.key');
const inHours = (hours) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Keys that the portal knows. */
const known = new Map();
let portal;
let made = 0;

const server = createServer(({ headers, url }, answer) => {
  const key = url === '/vendor/v1/key' && known.get(headers.authorization?.replace('Bearer ', ''));
  answer.writeHead(key ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(key || {}));
});

beforeAll(async () => {
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  portal = `http://127.0.0.1:${server.address().port}`;
});
beforeEach(() => {
  known.clear();
  made = 0;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
});
afterAll(() => {
  server.close();
  folder.remove();
});

const makeKey = () => {
  made += 1;
  const key = `foyer_vk_${made}`;
  known.set(key, { scopes: EXAMPLE_SCOPES, expiresAt: inHours(24) });
  return key;
};
const start = () => readOrMakeKey({ home, portal, makeKey });

test('a second start of the example uses the key of the first, which only its owner may read', async () => {
  expect([await start(), await start(), made]).toEqual(['foyer_vk_1', 'foyer_vk_1', 1]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each([
  ['is unknown to the portal, or revoked', () => known.delete('foyer_vk_1')],
  ['expires soon', () => known.set('foyer_vk_1', { scopes: EXAMPLE_SCOPES, expiresAt: inHours(2) })],
  ['lacks a scope', () => known.set('foyer_vk_1', { scopes: ['customers:write'], expiresAt: null })],
  ['is no key', () => writeFileSync(file, 'foyer\r\n: x')],
])('a stored key that %s is replaced', async (_state, change) => {
  await start();
  change();
  expect([await start(), readFileSync(file, 'utf8'), made]).toEqual(['foyer_vk_2', 'foyer_vk_2\n', 2]);
});

test('a file that others may read is replaced with one that they may not', async () => {
  writeFileSync(file, 'old', { mode: 0o644 });
  await start();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('without the folder of the installation no folder is made', async () => {
  rmSync(home, { recursive: true });
  expect(await start()).toBe('foyer_vk_1');
  expect(existsSync(home)).toBe(false);
});
