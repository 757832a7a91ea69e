import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { makeFindPageFile, makeKeepPageFiles } from '../adapters/postgres/page-files.ts';

const SCRIPT = 'console.log("the other release");';
const FONT = Buffer.from([0, 159, 146, 150]);
const here = makeTempFolder('pages-here');
const other = makeTempFolder('pages-other');
let h: Harness;
let findFile: ReturnType<typeof makeFindPageFile>;

/** Writes the pages of a release with one script. */
const build = (folder: string, script: string) => {
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'en'));
  writeFileSync(join(folder, 'en/index.html'), '<html data-brand="scope"><head></head></html>');
  writeFileSync(join(folder, 'assets', script), SCRIPT);
  writeFileSync(join(folder, 'assets', `${script}.br`), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', `${script}.gz`), 'not needed');
};

beforeAll(async () => {
  build(here.path, 'a-1.js');
  build(other.path, 'b-2.js');
  writeFileSync(join(other.path, 'assets/font.woff2'), FONT);
  h = await startHarness({
    pages: {
      icons: new Map(),
      webFolder: here.path,
      brandOf: () => 'scope',
      portalConfig: () => ({ brand: { key: 'scope', name: 'Scope' }, links: {} }) as PortalConfig,
      findFile: (name) => findFile(name),
    },
  });
  findFile = makeFindPageFile(h.database, async () => {});
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  here.remove();
  other.remove();
});

const get = (url: string, accepted = 'br') =>
  inject(h.app, { method: 'GET', url, headers: { host: 'localhost', 'accept-encoding': accepted } });

test('[decision 66] a server serves the files of another release that uses the same database', async () => {
  expect((await get('/assets/b-2.js')).status).toBe(404);
  await makeKeepPageFiles(h.database, other.path)();
  const script = await get('/assets/b-2.js', 'gzip');
  expect([script.status, script.text]).toEqual([200, SCRIPT]);
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  const compressed = await get('/assets/b-2.js');
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  const font = await get('/assets/font.woff2');
  expect([font.status, font.headers['content-type']]).toEqual([200, 'font/woff2']);
  for (const url of ['/assets/b-2.js.br', '/assets/b-3.js', '/assets/../b-2.js', '/assets/.b'])
    expect([url, (await get(url)).status]).toEqual([url, 404]);
});

test('[decision 66] files that no server has had for 90 days are deleted, and those in use stay', async () => {
  const names = async () =>
    (await h.database.query<{ name: string }>('SELECT name FROM page_files ORDER BY name')).map(({ name }) => name);
  await makeKeepPageFiles(h.database, here.path)();
  await makeKeepPageFiles(h.database, other.path)();
  await h.database.query(`UPDATE page_files SET seen_at = now() - interval '91 days'`);
  await makeKeepPageFiles(h.database, here.path)();
  expect(await names()).toEqual(['a-1.js']);
});

test('[decision 66] servers that start together store each file once', async () => {
  await h.database.query('DELETE FROM page_files');
  await Promise.all([1, 2, 3].map(() => makeKeepPageFiles(h.database, other.path)()));
  expect(await h.database.query('SELECT name FROM page_files ORDER BY name')).toEqual([
    { name: 'b-2.js' },
    { name: 'font.woff2' },
  ]);
});

test('[INV-25] requests for unknown names share one query, and a file is read once', async () => {
  await makeKeepPageFiles(h.database, other.path)();
  const asked: string[] = [];
  const counted: typeof h.database = {
    ...h.database,
    query: (text, values) => {
      asked.push(text);
      return h.database.query(text, values);
    },
  };
  const pause = Promise.withResolvers<void>();
  const find = makeFindPageFile(counted, () => pause.promise);
  expect(await find('unknown.js')).toBeNull();
  const all = Promise.all(Array.from({ length: 50 }, (_, index) => find(`unknown-${index}.js`)));
  const files = [await find('b-2.js'), await find('b-2.js')];
  expect(files).toEqual([{ content: brotliCompressSync(SCRIPT), isBrotli: true }, files[0]]);
  expect(asked).toHaveLength(2); // names, and one file
  pause.resolve();
  expect(new Set(await all)).toEqual(new Set([null]));
  expect(asked).toHaveLength(3);
});
