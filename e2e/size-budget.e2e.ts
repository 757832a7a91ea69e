import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

/** What the pages may weigh, brotli, as the server sends them. The bench measures the same over the wire. */

/** 1.6 × a bare React page of 58.0 kB (docs/benchmarks.md). */
const FIRST_SCREEN_BYTES = 92_800;
/** What one more route may add to it. */
const ROUTE_BYTES = 25_000;

/** What Vite writes about a chunk, as far as it is read here. */
interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  /** Chunks that come with it, by their name in the manifest. */
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const dist = resolve(import.meta.dirname, '../apps/web/dist');
const manifest = JSON.parse(readFileSync(join(dist, 'en/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** All scripts and styles that come with a chunk. */
const filesOf = (name: string, found = new Set<string>()): Set<string> => {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the manifest`);
  if (found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
};

const bytesOf = (file: string): number => brotliCompressSync(readFileSync(join(dist, file))).length;

const weigh = (files: Iterable<string>) => {
  const weights = [...files].map((file) => ({ file, bytes: bytesOf(file) }));
  return {
    bytes: weights.reduce((total, { bytes }) => total + bytes, 0),
    list: weights.map(({ file, bytes }) => `${bytes} ${file}`).join('\n'),
  };
};

const first = filesOf('index.html');

test('the first screen stays within its budget, and the HTML names nothing else', () => {
  const { bytes, list } = weigh(first);
  expect(bytes, list).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
  const html = readFileSync(join(dist, 'en/index.html'), 'utf8');
  const named = [...html.matchAll(/"\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(([, file]) => file);
  expect(new Set(named)).toEqual(first);
});

/** The catalogue that comes with a part (lingui.config.ts). */
const textsOf = (part: string): string => {
  if (/routes\/(security|close-account|confirm-email)/.test(part)) return 'security';
  if (/routes\/(redeem-code|promotion)/.test(part)) return 'offers';
  if (/routes\/(drive|scope|iot)/.test(part)) return 'plans';
  return /routes\/home-/.test(part) ? 'home-later' : 'pages';
};

test('every other part stays within its budget, with its texts', () => {
  const parts = manifest['index.html']?.dynamicImports ?? [];
  for (const page of [
    'drive',
    'scope',
    'iot',
    'redeem-code',
    'promotion',
    'payments',
    'payment-method',
    'address',
    'receipt',
    'security',
    'close-account',
    'home-below',
  ])
    expect(parts).toContain(`src/portal/routes/${page}.tsx`);
  for (const part of parts) {
    const texts = filesOf(`src/locales/en/${textsOf(part)}.po`);
    const { bytes, list } = weigh([...new Set([...filesOf(part), ...texts])].filter((file) => !first.has(file)));
    expect(bytes, `${part}\n${list}`).toBeLessThanOrEqual(ROUTE_BYTES);
  }
});
