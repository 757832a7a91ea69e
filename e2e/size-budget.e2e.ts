import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { LANGUAGES } from '../apps/web/src/locales/languages.ts';
import { type Chunk, dist, type Manifest, readManifest } from './built.ts';

/** Size budgets of the pages in each language, in bytes after brotli. `npm run bench` measures the same over the network. */

/**
 * Budget of the first screen: 1.54 × a bare React page of 58.0 kB (docs/benchmarks.md), and 100 bytes for chance. The first
 * script names the files of all lazy pages by the hashes of their contents, so a change of any page moves its size by some
 * 30 bytes.
 */
const FIRST_SCREEN_BYTES = 89_700;
/**
 * Budget for the bytes that a lazy chunk adds to those loaded before: 24,100, and 50 for the hashes in its imports. A change
 * of another page alone moved the part of tiers from 24,045 to 24,111.
 */
const PART_BYTES = 24_150;
/** Budget of the operator site without its lazy pages. Customers do not load it; the limit makes growth visible. */
const OPERATOR_SITE_BYTES = 89_200;

const chunkOf = (manifest: Manifest, name: string): Chunk => {
  const chunk = manifest[name];
  if (!chunk)
    throw new Error(`${name} is not in the manifest of the build. Known: ${Object.keys(manifest).length} chunks`);
  return chunk;
};

/** Names of a chunk and of all chunks that it imports statically, directly or indirectly. */
const withImports = (manifest: Manifest, name: string, found = new Set<string>()): Set<string> => {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of chunkOf(manifest, name).imports ?? []) withImports(manifest, imported, found);
  return found;
};

/** Files of a chunk and of its static imports: scripts and styles. */
const filesOf = (manifest: Manifest, name: string): Set<string> =>
  new Set(
    [...withImports(manifest, name)].flatMap((each) => {
      const { file, css = [] } = chunkOf(manifest, each);
      return [file, ...css];
    }),
  );

const weights = new Map<string, number>();
const bytesOf = (file: string): number => {
  const known = weights.get(file);
  const bytes = known ?? brotliCompressSync(readFileSync(join(dist, file))).length;
  weights.set(file, bytes);
  return bytes;
};

const weigh = (files: Iterable<string>) => {
  const list = [...files].map((file) => ({ file, bytes: bytesOf(file) }));
  return {
    bytes: list.reduce((total, { bytes }) => total + bytes, 0),
    list: list.map(({ file, bytes }) => `${bytes} ${file}`).join('\n'),
  };
};

/** Lazy chunks, also those loaded by other lazy chunks, each with the files that it adds to those already loaded. */
const laterParts = (manifest: Manifest, first: ReadonlySet<string>) => {
  const parts: { name: string; adds: Set<string> }[] = [];
  const visit = (name: string, loaded: ReadonlySet<string>, path: readonly string[]): void => {
    const wanted = new Set(
      [...withImports(manifest, name)].flatMap((each) => chunkOf(manifest, each).dynamicImports ?? []),
    );
    for (const later of wanted) {
      if (path.includes(later)) continue;
      const adds = [...filesOf(manifest, later)].filter((file) => !loaded.has(file));
      parts.push({ name: later, adds: new Set(adds) });
      visit(later, new Set([...loaded, ...adds]), [...path, ...wanted, later]);
    }
  };
  visit('index.html', first, []);
  return parts;
};

/** Lazy chunks that `laterParts` must find. Guards against a list that is empty because the manifest has changed. */
const KNOWN = [
  ...['plans', 'tiers', 'metered', 'redeem-code', 'promotion', 'payments', 'payment-method', 'address', 'receipt'],
  ...['security', 'close-account', 'home-below', 'legacy', 'next-payment'],
].map((page) => `src/portal/routes/${page}.tsx`);

for (const language of LANGUAGES) {
  test(`${language}: the first screen stays within its budget, and the HTML names nothing else`, () => {
    const first = filesOf(readManifest(`${language}/.vite/manifest.json`), 'index.html');
    const { bytes, list } = weigh(first);
    expect(bytes, list).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
    const html = readFileSync(join(dist, language, 'index.html'), 'utf8');
    const named = [...html.matchAll(/"\/(assets\/[\w.-]+\.(?:js|css))"/g)].map(([, file]) => file);
    expect(new Set(named)).toEqual(first);
  });

  test(`${language}: every lazy chunk stays within its budget`, () => {
    const manifest = readManifest(`${language}/.vite/manifest.json`);
    const parts = laterParts(manifest, filesOf(manifest, 'index.html'));
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(KNOWN));
    const beyond = parts
      .map(({ name, adds }) => ({ name, ...weigh(adds) }))
      .filter(({ bytes }) => bytes > PART_BYTES)
      .map(({ name, bytes, list }) => `${name}: ${bytes}\n${list}`);
    expect(beyond).toEqual([]);
  });

  test(`${language}: the sign-in site and the operator site stay within their budgets`, () => {
    const site = weigh(filesOf(readManifest(`${language}/.vite/manifest.json`), 'id/index.html'));
    expect(site.bytes, site.list).toBeLessThanOrEqual(FIRST_SCREEN_BYTES);
    const operators = weigh(filesOf(readManifest(`${language}/.vite/operator.json`), 'operator/index.html'));
    expect(operators.bytes, operators.list).toBeLessThanOrEqual(OPERATOR_SITE_BYTES);
  });
}
